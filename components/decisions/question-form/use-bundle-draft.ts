"use client";

import { type Dispatch, useEffect, useReducer, useRef } from "react";
import { browserStorage } from "@/lib/client/browser-storage";
import { readDraft, writeDraft } from "@/lib/client/drafts";
import type { BundleView } from "@/lib/views";
import { type BundleDraft, type DraftAction, emptyDraft, fromStored, reduceDraft, toStored } from "./draft";

/**
 * The unsent answers to one bundle, kept over reloads. Render the caller with `key={pending_id}`: another bundle may
 * reuse the question ids and must not inherit the picks.
 */
export function useBundleDraft(bundle: BundleView): [BundleDraft, Dispatch<DraftAction>] {
  const [draft, dispatch] = useReducer(reduceDraft, bundle.questions, emptyDraft);
  const restored = useRef(false);
  const { pending_id: pendingId, questions } = bundle;

  // The server does not know the draft, so it is read after hydration.
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    void readDraft(browserStorage(), pendingId).then(
      (stored) => stored && dispatch({ type: "restore", draft: fromStored(questions, stored) }),
      () => undefined, // kept for the next load
    );
  }, [pendingId, questions]);

  const first = useRef(draft);
  useEffect(() => {
    if (draft === first.current) return;
    writeDraft(browserStorage(), pendingId, toStored(questions, draft), Date.now());
  }, [draft, pendingId, questions]);

  return [draft, dispatch];
}
