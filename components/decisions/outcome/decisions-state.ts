import type { Failure } from "@/lib/client/http";
import type { Decision, RespondResult } from "@/lib/client/respond";
import type { OpenQuestionView } from "@/lib/views";
import type { Outcome } from "./outcome";

/** Where the decision about an open bundle stands. */
export type Phase =
  | { readonly kind: "open" }
  | { readonly kind: "sending"; readonly decision: Decision }
  | { readonly kind: "failed"; readonly decision: Decision; readonly failure: Failure };

/** An open bundle and whatever the caller renders with it. */
export interface OpenItem {
  readonly bundle: OpenQuestionView;
}

export interface DecisionsState<Item extends OpenItem> {
  /** Open as of the last re-read, and those with a decision on its way. */
  readonly items: readonly Item[];
  readonly shownId: string;
  readonly phases: ReadonlyMap<string, Phase>;
  /** Settled as far as this tab knows, whatever the server says until it has been re-read. */
  readonly closed: ReadonlySet<string>;
  readonly outcomes: readonly Outcome[];
}

export type DecisionsAction<Item extends OpenItem> =
  | {
      readonly type: "sync";
      readonly open: readonly Item[];
      /** What had been entered for the bundles that are no longer open, by pending id. */
      readonly drafts: ReadonlyMap<string, Decision>;
    }
  | { readonly type: "show"; readonly pendingId: string }
  | { readonly type: "send"; readonly pendingId: string; readonly decision: Decision }
  | {
      readonly type: "result";
      readonly bundle: OpenQuestionView;
      readonly decision: Decision;
      readonly result: RespondResult;
    }
  | { readonly type: "dismiss"; readonly pendingId: string };

export function initialDecisions<Item extends OpenItem>(open: readonly Item[]): DecisionsState<Item> {
  return { items: open, shownId: idOf(open[0]), phases: new Map(), closed: new Set(), outcomes: [] };
}

export function reduceDecisions<Item extends OpenItem>(
  state: DecisionsState<Item>,
  action: DecisionsAction<Item>,
): DecisionsState<Item> {
  switch (action.type) {
    case "sync":
      return sync(state, action.open, action.drafts);
    case "show":
      return { ...state, shownId: action.pendingId };
    case "send": {
      const phase: Phase = { kind: "sending", decision: action.decision };
      return { ...state, phases: new Map(state.phases).set(action.pendingId, phase) };
    }
    case "result":
      return settle(state, action.bundle, action.decision, action.result);
    case "dismiss":
      return {
        ...state,
        outcomes: state.outcomes.filter(({ bundle }) => bundle.pending_id !== action.pendingId),
      };
  }
}

export function phaseOf(state: DecisionsState<OpenItem>, pendingId: string): Phase {
  return state.phases.get(pendingId) ?? { kind: "open" };
}

/** Takes over what is open now. A bundle that is gone was settled elsewhere, unless its decision is on its way from here. */
function sync<Item extends OpenItem>(
  state: DecisionsState<Item>,
  open: readonly Item[],
  drafts: ReadonlyMap<string, Decision>,
): DecisionsState<Item> {
  const stillOpen = open.filter((item) => !state.closed.has(idOf(item)));
  const gone = state.items.filter((item) => !open.some((other) => idOf(other) === idOf(item)));
  const sending = gone.filter((item) => phaseOf(state, idOf(item)).kind === "sending");
  const shown = gone.find((item) => idOf(item) === state.shownId && !sending.includes(item));
  const outcomes =
    shown === undefined
      ? state.outcomes
      : withOutcome(state.outcomes, {
          kind: "elsewhere",
          bundle: shown.bundle,
          draft: drafts.get(idOf(shown)) ?? failedDecision(state, idOf(shown)),
        });
  return keepShown({ ...state, outcomes, items: [...sending, ...stillOpen] });
}

/** What was sent without anybody knowing whether it arrived. */
function failedDecision(state: DecisionsState<OpenItem>, pendingId: string): Decision | null {
  const phase = phaseOf(state, pendingId);
  return phase.kind === "failed" ? phase.decision : null;
}

function settle<Item extends OpenItem>(
  state: DecisionsState<Item>,
  bundle: OpenQuestionView,
  sent: Decision,
  result: RespondResult,
): DecisionsState<Item> {
  const id = bundle.pending_id;
  const phases = new Map(state.phases);
  if (result.kind === "failed") {
    phases.set(id, { kind: "failed", decision: sent, failure: result.failure });
    return { ...state, phases };
  }
  phases.delete(id);
  return keepShown({
    ...state,
    phases,
    items: state.items.filter((item) => idOf(item) !== id),
    closed: new Set(state.closed).add(id),
    outcomes: withOutcome(state.outcomes, outcomeOf(bundle, sent, result)),
  });
}

function outcomeOf(
  bundle: OpenQuestionView,
  sent: Decision,
  result: Exclude<RespondResult, { kind: "failed" }>,
): Outcome {
  switch (result.kind) {
    case "won":
      return { kind: "recorded", bundle, sent };
    case "beaten":
      return { kind: "beaten", bundle, sent, winner: result.winner, leadSeconds: result.leadSeconds };
    case "inactive":
      return { kind: "inactive", bundle, sent };
    case "missing":
      return { kind: "missing", bundle, sent };
  }
}

/** Good news makes room for newer news; what still holds a text of this person stays until it is dismissed. */
function withOutcome(outcomes: readonly Outcome[], next: Outcome): Outcome[] {
  const kept = outcomes.filter(
    ({ kind, bundle }) => kind !== "recorded" && bundle.pending_id !== next.bundle.pending_id,
  );
  return [...kept, next];
}

/** What is being worked on stays in front; else the oldest comes. */
function keepShown<Item extends OpenItem>(state: DecisionsState<Item>): DecisionsState<Item> {
  const shown = state.items.find((item) => idOf(item) === state.shownId) ?? state.items[0];
  return { ...state, shownId: idOf(shown) };
}

/** The id of an item, '' where there is none. */
export function idOf(item: OpenItem | undefined): string {
  return item?.bundle.pending_id ?? "";
}
