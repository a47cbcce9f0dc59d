import { describe, expect, it } from "vitest";
import type { Decision } from "@/lib/client/respond";
import { textsOf } from "@/lib/testing/texts";
import { openBundle, settledBundle } from "./fixtures";
import type { Outcome } from "./outcome";
import { failureWords, headlineOf } from "./wording";

const texts = { t: await textsOf("decisions"), common: await textsOf("common") };
const bundle = openBundle("p");
const sent: Decision = {
  kind: "answer",
  answers: [{ question_id: "q1", selected_options: ["a"], custom_text: "" }],
};
const ada = { actor_kind: "user", name: "Ada", surface: "external_mcp", at: "2026-01-01T00:00:00Z" };
const theirs = [{ question_id: "q1", selected_options: ["b"], custom_text: "" }];
const beaten: Outcome = {
  kind: "beaten",
  bundle,
  sent,
  winner: { status: "answered", answers: theirs, respondedAt: "" },
  leadSeconds: 3.4,
};
const words = (outcome: Outcome, settled: Parameters<typeof headlineOf>[2]) => {
  const { title, detail } = headlineOf(texts, outcome, settled);
  return [title, detail]
    .filter((part) => part !== "")
    .join(" · ")
    .replaceAll("\u00a0", " ");
};

describe("what is said about a closed question", () => {
  it("tells a recorded answer from a delivered one", () => {
    const recorded: Outcome = { kind: "recorded", bundle, sent };
    expect(words(recorded, null)).toBe("Answer recorded");
    expect(words(recorded, settledBundle("p", {}))).toBe(
      "Answer recorded · waiting for the agent to collect it",
    );
    expect(words(recorded, settledBundle("p", { delivered: true }))).toBe(
      "Answer recorded · delivered to the agent",
    );
    expect(words({ ...recorded, sent: { kind: "skip", reason: "" } }, null)).toBe("Skip recorded");
  });

  it("W3: says who was first, from where and by how much, as far as it is known", () => {
    expect(words(beaten, settledBundle("p", { settled_by: ada }))).toBe(
      "Answered by Ada over MCP, 3 s before you · theirs counts",
    );
    expect(words({ ...beaten, leadSeconds: 0.2 }, null)).toBe(
      "Answered by someone, just before you · theirs counts",
    );
    expect(words({ ...beaten, leadSeconds: null }, null)).toBe(
      "Answered by someone, before you · theirs counts",
    );
    expect(words({ ...beaten, winner: { ...beaten.winner, status: "rejected" } }, null)).toContain(
      "Skipped by someone",
    );
    expect(words({ ...beaten, winner: { ...beaten.winner, answers: sent.answers } }, null)).toContain(
      "the same answer",
    );
  });

  it("W2: says of an inactive question that nobody answered, and why", () => {
    const inactive: Outcome = { kind: "inactive", bundle, sent };
    const nobody = "Nobody answered this question, and it can no longer be answered";
    expect(words(inactive, null)).toBe(nobody);
    expect(words(inactive, settledBundle("p", { outcome: "superseded" }))).toBe(
      `${nobody} · The agent moved on to a new turn before anyone answered.`,
    );
  });

  it("says who settled a question elsewhere, or how it was closed", () => {
    const elsewhere: Outcome = { kind: "elsewhere", bundle, draft: null };
    expect(words(elsewhere, settledBundle("p", { settled_by: ada, delivered: true }))).toBe(
      "Answered by Ada over MCP · delivered to the agent",
    );
    expect(words(elsewhere, settledBundle("p", { settled_by: { ...ada, name: "", surface: "web" } }))).toBe(
      "Answered in the browser · waiting for the agent to collect it",
    );
    expect(words(elsewhere, settledBundle("p", { outcome: "cancelled" }))).toBe(
      "This question was closed · The agent withdrew the question.",
    );
    expect(words(elsewhere, null)).toBe("This question is no longer open");
  });

  it("says of a failure whether anything may have arrived", () => {
    const failure = {
      kind: "refused",
      status: 500,
      code: "internal_error",
      said: "delivery failed",
    } as const;
    expect(failureWords(texts, sent, failure)).toBe("The answer was not recorded: delivery failed");
    expect(failureWords(texts, sent, { kind: "network", status: 0, code: "timeout", said: "" })).toBe(
      "The server did not answer within a minute. The answer may not have arrived; sending it again is safe.",
    );
  });
});
