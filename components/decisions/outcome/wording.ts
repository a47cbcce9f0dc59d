import { formatAge } from "@/lib/client/ages";
import type { Failure } from "@/lib/client/http";
import type { Decision } from "@/lib/client/respond";
import type { SettledByView, SettledQuestionView } from "@/lib/views";
import { isSameAnswer, type Outcome } from "./outcome";

export type Tone = "good" | "plain" | "warn";

export interface Headline {
  readonly tone: Tone;
  readonly title: string;
  /** '' when there is nothing to add. */
  readonly detail: string;
}

const SURFACES: Partial<Record<string, string>> = {
  web: "in the browser",
  rest: "over REST",
  external_mcp: "over MCP",
};

/** "over MCP": where a decision came from; '' for a place without a name. */
export function surfaceWords(surface: string): string {
  return SURFACES[surface] ?? "";
}

/** "by Ada over MCP", "in the browser": who and from where, as far as it is known. */
export function byWhom(by: SettledByView | null): string {
  if (by === null) return "";
  return [by.name === "" ? "" : `by ${by.name}`, surfaceWords(by.surface)]
    .filter((part) => part !== "")
    .join(" ");
}

/** "3 s before you"; below a second "just before you". */
export function leadWords(seconds: number | null): string {
  if (seconds === null) return "before you";
  return seconds < 1 ? "just before you" : `${formatAge(seconds)} before you`;
}

/** Whether the agent has a recorded decision yet. */
export function deliveryWords(delivered: boolean): string {
  return delivered ? "delivered to the agent" : "waiting for the agent to collect it";
}

const CLOSED: Record<"cancelled" | "expired" | "superseded", string> = {
  cancelled: "The agent withdrew the question.",
  expired: "The agent's session ended before anyone answered.",
  superseded: "The agent moved on to a new turn before anyone answered.",
};

/** Why a question without an answer is closed, in a sentence. */
export function closedWords(outcome: SettledQuestionView["outcome"]): string {
  return outcome === "answered" || outcome === "rejected" ? "" : CLOSED[outcome];
}

/** Why a decision is not recorded, or that nobody knows. Trying again is safe: a bundle is settled once. */
export function failureWords(decision: Decision, failure: Failure): string {
  const what = decision.kind === "skip" ? "The skip" : "The answer";
  return failure.kind === "refused"
    ? `${what} was not recorded: ${failure.message}`
    : `${failure.message} ${what} may not have arrived; sending it again is safe.`;
}

/** What to say about a closed question. `settled` is what the server knows about it, null until it has been re-read. */
export function headlineOf(outcome: Outcome, settled: SettledQuestionView | null): Headline {
  switch (outcome.kind) {
    case "recorded": {
      const title = outcome.sent.kind === "skip" ? "Skip recorded" : "Answer recorded";
      return { tone: "good", title, detail: settled === null ? "" : deliveryWords(settled.delivered) };
    }
    case "beaten": {
      const verb = outcome.winner.status === "rejected" ? "Skipped" : "Answered";
      const by = settled?.settled_by ?? null;
      const who = by === null || by.name === "" ? "by someone" : `by ${by.name}`;
      const where = by === null ? "" : surfaceWords(by.surface);
      const title = [verb, who, where].filter((part) => part !== "").join(" ");
      return {
        tone: "warn",
        title: `${title}, ${leadWords(outcome.leadSeconds)}`,
        detail: isSameAnswer(outcome, settled) ? "with the same answer" : "theirs counts",
      };
    }
    case "inactive":
      return {
        tone: "warn",
        title: "Nobody answered this question, and it can no longer be answered",
        detail: settled === null ? "" : closedWords(settled.outcome),
      };
    case "missing":
      return { tone: "warn", title: "This question no longer exists", detail: "" };
    case "elsewhere":
      return elsewhere(settled);
  }
}

function elsewhere(settled: SettledQuestionView | null): Headline {
  if (settled === null) return { tone: "plain", title: "This question is no longer open", detail: "" };
  const closed = closedWords(settled.outcome);
  if (closed !== "") return { tone: "plain", title: "This question was closed", detail: closed };
  const verb = settled.outcome === "rejected" ? "Skipped" : "Answered";
  return {
    tone: "plain",
    title: [verb, byWhom(settled.settled_by)].filter((part) => part !== "").join(" "),
    detail: deliveryWords(settled.delivered),
  };
}
