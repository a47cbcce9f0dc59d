import type accounts from "./messages/en/accounts.json";
import type board from "./messages/en/board.json";
import type chat from "./messages/en/chat.json";
import type common from "./messages/en/common.json";
import type decisions from "./messages/en/decisions.json";
import type externalMcp from "./messages/en/externalMcp.json";
import type globalError from "./messages/en/globalError.json";
import type inbox from "./messages/en/inbox.json";
import type settings from "./messages/en/settings.json";
import type shell from "./messages/en/shell.json";
import type tasks from "./messages/en/tasks.json";
import type { LanguageTag } from "./locales";
import type { Namespace } from "./namespaces";

interface English {
  accounts: typeof accounts;
  board: typeof board;
  chat: typeof chat;
  common: typeof common;
  decisions: typeof decisions;
  externalMcp: typeof externalMcp;
  globalError: typeof globalError;
  inbox: typeof inbox;
  settings: typeof settings;
  shell: typeof shell;
  tasks: typeof tasks;
}

/** Keys of texts are checked by the compiler, against the English ones. */
declare module "next-intl" {
  interface AppConfig {
    Locale: LanguageTag;
    Messages: { [N in Namespace]: English[N] };
  }
}
