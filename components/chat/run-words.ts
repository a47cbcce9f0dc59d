import type { Translate } from "@/lib/i18n/translate";
import type { SessionSummaryView, TaskPageView } from "@/lib/views";

/** What an agent of ours is doing, and what a message to it will do. */
export interface RunWords {
  readonly kind: "external" | "starting" | "working" | "waiting" | "asleep" | "ready";
  /** In a few words, for the line above the message field. */
  readonly state: string;
  /** What Enter does. */
  readonly enter: string;
  readonly placeholder: string;
  /** What queued messages wait for: the end of the turn, the start of the agent, another attempt to start it. */
  readonly until: "turn" | "start" | "again";
}

/** Says it for the session that is shown. */
export function runWords(t: Translate<"chat">, session: SessionSummaryView, page: TaskPageView): RunWords {
  const asked = page.open_permissions.length + page.open_questions.length > 0;
  if (session.agent === "external")
    return {
      kind: "external",
      state: "",
      enter: t("enter.external"),
      placeholder: t(asked ? "placeholder.externalAsked" : "placeholder.external"),
      until: "turn",
    };
  if (page.working_since !== "") {
    const kind = asked ? "waiting" : "working";
    const placeholder = t("placeholder.queues");
    return { kind, state: t(`run.${kind}`), enter: t("enter.queues"), placeholder, until: "turn" };
  }
  if (session.state === "starting" || session.state === "created")
    return {
      kind: "starting",
      state: t("run.starting"),
      enter: t("enter.starting"),
      placeholder: t("placeholder.starting"),
      until: "start",
    };
  const kind = asked ? "asleep" : "ready";
  const placeholder = t(asked ? "placeholder.beginsAsked" : "placeholder.begins");
  return { kind, state: t(`run.${kind}`), enter: t("enter.begins"), placeholder, until: "again" };
}
