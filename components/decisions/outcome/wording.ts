import { formatAge } from "@/lib/client/ages";
import { failureText } from "@/lib/client/failure-text";
import type { Failure } from "@/lib/client/http";
import type { Decision } from "@/lib/client/respond";
import type { Translate } from "@/lib/i18n/translate";
import type { SettledByView, SettledQuestionView } from "@/lib/views";
import { isSameAnswer, type Outcome } from "./outcome";

export type Tone = "good" | "plain" | "warn";

export interface Headline {
  readonly tone: Tone;
  readonly title: string;
  /** '' when there is nothing to add. */
  readonly detail: string;
}

/** The texts that the words about decisions are made of. */
export interface DecisionTexts {
  readonly t: Translate<"decisions">;
  readonly common: Translate<"common">;
}

type Verb = "answered" | "skipped" | "allowed" | "denied" | "cancelled" | "decided";

/** Who decided and from where, as far as it is known, for the texts that have a place for it. */
export interface By {
  readonly who: "named" | "you" | "someone" | "auto" | "unknown";
  readonly name: string;
  readonly surface: string;
}

export const NOBODY: By = { who: "unknown", name: "", surface: "" };

/** "Answered by Ada over MCP", "Skipped in the browser". */
export const settledWords = ({ t }: DecisionTexts, verb: Verb, { who, name, surface }: By): string =>
  t("settledBy", { verb, who, name, surface });

/** "Answered by Ada, 3 s before you"; below a second "just before you". */
export function leadWords({ t, common }: DecisionTexts, title: string, seconds: number | null): string {
  const lead = seconds === null ? "unknown" : seconds < 1 ? "just" : "known";
  return t("lead", { title, lead, age: formatAge(common, seconds ?? 0) });
}

/** "Skipped by Ada over MCP": how a question was settled, as far as it is known. */
export function settledByWords(
  texts: DecisionTexts,
  outcome: SettledQuestionView["outcome"],
  by: SettledByView | null,
): string {
  return settledWords(texts, outcome === "rejected" ? "skipped" : "answered", byOf(by));
}

/** Whether the agent has a recorded decision yet. */
export const deliveryWords = ({ t }: DecisionTexts, delivered: boolean): string =>
  t(delivered ? "delivered" : "undelivered");

/** Why a question without an answer is closed, in a sentence. */
export function closedWords({ t }: DecisionTexts, outcome: SettledQuestionView["outcome"]): string {
  return outcome === "answered" || outcome === "rejected" ? "" : t(`closed.${outcome}`);
}

/** Why a decision is not recorded, or that nobody knows. Trying again is safe: a bundle is settled once. */
export function failureWords({ t, common }: DecisionTexts, decision: Decision, failure: Failure): string {
  return t(failure.kind === "refused" ? "failed.refused" : "failed.unknown", {
    what: decision.kind,
    error: failureText(common, failure),
  });
}

/** A headline as it is said to who does not see it. */
export function saidHeadline({ common }: DecisionTexts, { title, detail }: Omit<Headline, "tone">): string {
  const open = (text: string) => text.replace(/[.。]$/, "");
  return detail === ""
    ? common("said", { title: open(title) })
    : common("saidMore", { title: open(title), detail: open(detail) });
}

/** What to say about a closed question. `settled` is what the server knows about it, null until it has been re-read. */
export function headlineOf(
  texts: DecisionTexts,
  outcome: Outcome,
  settled: SettledQuestionView | null,
): Headline {
  const { t } = texts;
  switch (outcome.kind) {
    case "recorded":
      return {
        tone: "good",
        title: t("outcome.recorded", { what: outcome.sent.kind }),
        detail: settled === null ? "" : deliveryWords(texts, settled.delivered),
      };
    case "beaten": {
      const verb = outcome.winner.status === "rejected" ? "skipped" : "answered";
      const by = byOf(settled?.settled_by ?? null);
      const title = settledWords(texts, verb, by.who === "named" ? by : { ...by, who: "someone" });
      return {
        tone: "warn",
        title: leadWords(texts, title, outcome.leadSeconds),
        detail: t(isSameAnswer(outcome, settled) ? "outcome.sameAnswer" : "outcome.theirs"),
      };
    }
    case "inactive":
      return {
        tone: "warn",
        title: t("outcome.inactive"),
        detail: settled === null ? "" : closedWords(texts, settled.outcome),
      };
    case "missing":
      return { tone: "warn", title: t("outcome.missing"), detail: "" };
    case "elsewhere":
      return elsewhere(texts, settled);
  }
}

function elsewhere(texts: DecisionTexts, settled: SettledQuestionView | null): Headline {
  const { t } = texts;
  if (settled === null) return { tone: "plain", title: t("outcome.notOpen"), detail: "" };
  const closed = closedWords(texts, settled.outcome);
  if (closed !== "") return { tone: "plain", title: t("outcome.closed"), detail: closed };
  return {
    tone: "plain",
    title: settledByWords(texts, settled.outcome, settled.settled_by),
    detail: deliveryWords(texts, settled.delivered),
  };
}

function byOf(by: SettledByView | null): By {
  if (by === null) return NOBODY;
  return { who: by.name === "" ? "unknown" : "named", name: by.name, surface: by.surface };
}
