import { afterEach, describe, expect, it, vi } from "vitest";
import { type Decision, isOwnDecision, respond } from "./respond";

const decision: Decision = {
  kind: "answer",
  answers: [{ question_id: "q1", selected_options: ["a"], custom_text: " mine " }],
};
const winner = {
  success: true,
  claimed: false,
  status: "answered",
  response: {
    pending_id: "p",
    answers: [{ question_id: "q1", selected_options: ["b"], custom_text: "" }],
    rejected: false,
    reject_reason: "",
    responded_at: "2026-01-01T00:00:00.500000Z",
  },
};

function answerWith(status: number, body: unknown, date = "Thu, 01 Jan 2026 00:00:04 GMT") {
  const fetching = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers: { date } }),
    ),
  );
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

afterEach(() => vi.unstubAllGlobals());

describe("sending a decision", () => {
  it("W1: sends the credentials along, for an answer and for a skip", async () => {
    const fetching = answerWith(200, { success: true, claimed: true });
    await respond("a/b", decision);
    await respond("a/b", { kind: "skip", reason: "  " });
    expect(fetching.mock.calls.map(([url, init]) => [url, init.credentials, init.body])).toEqual([
      [
        "/api/v1/clarification/a%2Fb/respond",
        "include",
        JSON.stringify({ answers: decision.answers, rejected: false }),
      ],
      ["/api/v1/clarification/a%2Fb/respond", "include", JSON.stringify({ rejected: true })],
    ]);
  });

  it("W2, W3: a lost race is no failure and brings the winner's answer, with its lead by the server's clock", async () => {
    answerWith(200, winner);
    expect(await respond("p", decision)).toEqual({
      kind: "beaten",
      leadSeconds: 3.5,
      winner: {
        status: "answered",
        answers: winner.response.answers,
        respondedAt: winner.response.responded_at,
      },
    });
  });

  it("W3a: a winner may have declined", async () => {
    answerWith(200, {
      ...winner,
      status: "rejected",
      response: { ...winner.response, answers: [], rejected: true },
    });
    expect(await respond("p", decision)).toMatchObject({
      kind: "beaten",
      winner: { status: "rejected", answers: [] },
    });
  });

  it("W3: without `claimed` the decision sent is taken for the one recorded", async () => {
    answerWith(200, { success: true });
    expect(await respond("p", decision)).toEqual({ kind: "won" });
  });

  it("W2: 409 says that nobody answered, 404 that there is nothing to answer", async () => {
    answerWith(409, { error: "clarification request is no longer active", code: "not_active" });
    expect(await respond("p", decision)).toMatchObject({ kind: "inactive" });
    answerWith(404, { error: "clarification request not found", code: "not_found" });
    expect(await respond("p", decision)).toMatchObject({ kind: "missing" });
  });

  it("R10: 400 and 500 keep the server's words, and what is no JSON still fails with its status", async () => {
    answerWith(400, { error: "custom_text is too long", code: "validation_error" });
    expect(await respond("p", decision)).toMatchObject({
      kind: "failed",
      failure: { kind: "refused", status: 400, said: "custom_text is too long" },
    });
    answerWith(502, "<html>");
    expect(await respond("p", decision)).toMatchObject({ kind: "failed", failure: { status: 502 } });
  });

  it("leaves the outcome open when the connection breaks or the answer cannot be read", async () => {
    vi.stubGlobal("navigator", { onLine: true });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    expect(await respond("p", decision)).toMatchObject({ kind: "failed", failure: { kind: "network" } });
    answerWith(200, "not json");
    expect(await respond("p", decision)).toMatchObject({ kind: "failed", failure: { kind: "unreadable" } });
  });
});

describe("recognising the own answer", () => {
  const recorded = (selected: string[], text: string) => ({
    status: "answered" as const,
    answers: [{ question_id: "q1", selected_options: selected, custom_text: text }],
  });

  it("compares as the server normalizes: trimmed text, options as a set", () => {
    expect(isOwnDecision(decision, recorded(["a"], "mine"))).toBe(true);
    expect(isOwnDecision(decision, recorded(["a", "b"], "mine"))).toBe(false);
    expect(isOwnDecision(decision, recorded(["a"], "theirs"))).toBe(false);
  });

  it("takes any rejection for the own skip, and none for an answer", () => {
    const rejected = { status: "rejected" as const, answers: [] };
    expect(isOwnDecision({ kind: "skip", reason: "x" }, rejected)).toBe(true);
    expect(isOwnDecision(decision, rejected)).toBe(false);
  });
});
