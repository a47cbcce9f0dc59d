import { describe, expect, it } from "vitest";
import type { Decision } from "@/lib/client/respond";
import {
  type DecisionsAction,
  initialDecisions,
  type OpenItem,
  phaseOf,
  reduceDecisions,
} from "./decisions-state";
import { openBundle } from "./fixtures";

const [a, b]: [OpenItem, OpenItem] = [{ bundle: openBundle("a") }, { bundle: openBundle("b") }];
const decision: Decision = { kind: "answer", answers: [] };
const send: DecisionsAction<OpenItem> = { type: "send", pendingId: "a", decision };
const sync = (...open: OpenItem[]): DecisionsAction<OpenItem> => ({
  type: "sync",
  open,
  drafts: new Map([["a", decision]]),
});
const result = (
  outcome: Extract<DecisionsAction<OpenItem>, { type: "result" }>["result"],
): DecisionsAction<OpenItem> => ({
  type: "result",
  bundle: a.bundle,
  decision,
  result: outcome,
});
const after = (open: OpenItem[], ...actions: DecisionsAction<OpenItem>[]) =>
  actions.reduce(reduceDecisions<OpenItem>, initialDecisions(open));
const ids = (items: readonly OpenItem[]) => items.map((item) => item.bundle.pending_id);

describe("decisions on a page", () => {
  it("shows the oldest first, and does not push aside what is being answered", () => {
    expect(after([b]).shownId).toBe("b");
    expect(after([b], sync(a, b)).shownId).toBe("b");
    expect(after([a, b], { type: "show", pendingId: "b" }, sync(a, b)).shownId).toBe("b");
  });

  it("keeps a question whose answer is on its way, although the server has closed it", () => {
    const state = after([a], send, sync());
    expect([ids(state.items), state.outcomes.length, phaseOf(state, "a").kind]).toEqual([
      ["a"],
      0,
      "sending",
    ]);
  });

  it("W2, W3: closes a settled question although the server still lists it", () => {
    for (const kind of ["won", "inactive", "missing"] as const) {
      const state = after([a, b], send, result({ kind }), sync(a, b));
      expect([ids(state.items), state.shownId]).toEqual([["b"], "b"]);
      expect(state.outcomes.map((outcome) => outcome.kind)).toEqual([kind === "won" ? "recorded" : kind]);
    }
  });

  it("keeps the question open when sending failed", () => {
    const failure = { kind: "network", status: 0, code: "unreachable", said: "" } as const;
    const state = after([a], send, result({ kind: "failed", failure }), sync(a));
    expect(phaseOf(state, "a")).toEqual({ kind: "failed", decision, failure });
    expect(state.outcomes).toEqual([]);
  });

  it("says what became of the shown question when it was settled elsewhere, with what had been entered", () => {
    const state = after([a, b], sync(b));
    expect(state.outcomes).toEqual([{ kind: "elsewhere", bundle: a.bundle, draft: decision }]);
    expect(state.shownId).toBe("b");
    expect(after([a, b], sync(a)).outcomes).toEqual([]);
  });

  it("replaces good news by newer news and keeps what holds a text until it is dismissed", () => {
    const state = after([a, b], send, result({ kind: "inactive" }));
    const later = reduceDecisions(state, {
      type: "result",
      bundle: b.bundle,
      decision,
      result: { kind: "won" },
    });
    expect(later.outcomes.map((outcome) => outcome.kind)).toEqual(["inactive", "recorded"]);
    expect(
      reduceDecisions(later, { type: "dismiss", pendingId: "a" }).outcomes.map(({ kind }) => kind),
    ).toEqual(["recorded"]);
  });
});
