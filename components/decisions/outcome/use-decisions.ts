"use client";

import { useCallback, useLayoutEffect, useReducer, useRef } from "react";
import { browserStorage } from "@/lib/client/browser-storage";
import { knownDraft, removeDraft } from "@/lib/client/drafts";
import { requestRefresh } from "@/lib/client/live/live-store";
import { type Decision, isOwnDecision, respond, type RespondResult } from "@/lib/client/respond";
import type { OpenQuestionView } from "@/lib/views";
import { assembleAnswers, fromStored, isAnswered } from "../question-form/draft";
import {
  type DecisionsAction,
  type DecisionsState,
  idOf,
  initialDecisions,
  type OpenItem,
  phaseOf,
  reduceDecisions,
} from "./decisions-state";

/** The open bundles of a page, the decisions made here and what became of them. */
export function useDecisions<Item extends OpenItem>(open: readonly Item[]) {
  const [state, dispatch] = useReducer(
    reduceDecisions as (state: DecisionsState<Item>, action: DecisionsAction<Item>) => DecisionsState<Item>,
    open,
    initialDecisions<Item>,
  );
  const inFlight = useRef(new Set<string>());
  /** Bundles with an attempt of which nobody knows whether it arrived. */
  const uncertain = useRef(new Set<string>());

  // Before the browser paints, so that a settled question and what became of it change places in one frame.
  const before = useRef(open);
  useLayoutEffect(() => {
    const gone = before.current.filter((item) => !open.some((other) => idOf(other) === idOf(item)));
    before.current = open;
    const drafts = new Map<string, Decision>();
    for (const item of gone) {
      if (inFlight.current.has(idOf(item))) continue;
      const draft = enteredDraft(item.bundle);
      if (draft !== null) drafts.set(idOf(item), draft);
      removeDraft(browserStorage(), idOf(item));
    }
    dispatch({ type: "sync", open, drafts });
  }, [open]);

  const decide = async (bundle: OpenQuestionView, decision: Decision) => {
    const id = bundle.pending_id;
    if (inFlight.current.has(id)) return;
    inFlight.current.add(id);
    dispatch({ type: "send", pendingId: id, decision });
    const result = own(await respond(id, decision), decision, uncertain.current.has(id));
    inFlight.current.delete(id);
    const unknown = result.kind === "failed" && result.failure.kind !== "refused";
    if (unknown) uncertain.current.add(id);
    dispatch({ type: "result", bundle, decision, result });
    if (result.kind !== "failed") removeDraft(browserStorage(), id);
    if (result.kind !== "failed" || unknown) requestRefresh(); // it may have arrived all the same
  };

  const dismiss = useCallback((pendingId: string) => dispatch({ type: "dismiss", pendingId }), []);
  const shown = state.items.find(({ bundle }) => bundle.pending_id === state.shownId);
  return {
    shown,
    waiting: state.items,
    phase: phaseOf(state, state.shownId),
    outcomes: state.outcomes,
    decide: (bundle: OpenQuestionView, decision: Decision) => void decide(bundle, decision),
    show: (pendingId: string) => dispatch({ type: "show", pendingId }),
    dismiss,
  };
}

/** A retry that finds its own first attempt recorded has won. */
function own(result: RespondResult, decision: Decision, retried: boolean): RespondResult {
  return retried && result.kind === "beaten" && isOwnDecision(decision, result.winner)
    ? { kind: "won" }
    : result;
}

/** What had been entered for a bundle that somebody else settled. */
function enteredDraft(bundle: OpenQuestionView): Decision | null {
  const stored = knownDraft(bundle.pending_id);
  if (stored === null) return null;
  const draft = fromStored(bundle.questions, stored);
  if (!draft.questions.some((question) => isAnswered(question) || question.text !== "")) return null;
  return { kind: "answer", answers: assembleAnswers(bundle.questions, draft) };
}
