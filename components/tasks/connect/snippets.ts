import type { SessionSecret } from "@/lib/client/session-secrets";
import type { Translate } from "@/lib/i18n/translate";
import { claudeCommand, codexToml, commonJson, geminiJson } from "@/lib/mcp-clients/shapes";

export interface Snippet {
  readonly id: string;
  readonly client: string;
  /** Where it goes: a terminal or a file. */
  readonly where: string;
  readonly text: string;
  /** How long the client waits for an answer, and how to make it wait longer. */
  readonly waiting: string;
}

/** What to paste where, for each client, to connect it to a session. */
export function connectSnippets(t: Translate<"tasks">, { url, token }: SessionSecret): Snippet[] {
  const target = { url, headers: { Authorization: `Bearer ${token}` }, patient: true };
  return [
    {
      id: "claude",
      client: "Claude Code",
      where: t("client.claude.where"),
      text: claudeCommand(target),
      waiting: t("client.claude.waiting"),
    },
    {
      id: "codex",
      client: "Codex",
      where: t("client.codex.where"),
      text: codexToml(target),
      waiting: t("client.codex.waiting"),
    },
    {
      id: "gemini",
      client: "Gemini CLI",
      where: t("client.gemini.where"),
      text: geminiJson(target),
      waiting: t("client.gemini.waiting"),
    },
    {
      id: "json",
      client: t("client.json.name"),
      where: t("client.json.where"),
      text: commonJson(target),
      waiting: t("client.json.waiting"),
    },
  ];
}
