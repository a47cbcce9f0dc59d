"use client";

import { useCallback, useLayoutEffect, useReducer, useRef } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import { decidePermission, type PermissionChoice } from "@/lib/client/permissions";
import type { OpenPermissionView } from "@/lib/views";
import { initialPermissions, reducePermissions } from "./permissions-state";

/** The live prompts of a page, the choices made here and what became of them. */
export function usePermissions(open: readonly OpenPermissionView[]) {
  const [state, dispatch] = useReducer(reducePermissions, open, initialPermissions);
  const inFlight = useRef(new Set<string>());

  // Before the browser paints, so that a prompt and what became of it change places in one frame.
  useLayoutEffect(() => dispatch({ type: "sync", open }), [open]);

  const decide = async (prompt: OpenPermissionView, choice: PermissionChoice) => {
    const requestId = prompt.request_id;
    if (inFlight.current.has(requestId)) return;
    inFlight.current.add(requestId);
    dispatch({ type: "send", requestId, choice });
    const result = await decidePermission(prompt, choice);
    inFlight.current.delete(requestId);
    dispatch({ type: "result", requestId, choice, result });
    requestRefresh(); // whatever came of it, the server knows it better
  };
  const dismiss = useCallback((requestId: string) => dispatch({ type: "dismiss", requestId }), []);
  return {
    entries: state.entries,
    decide: (prompt: OpenPermissionView, choice: PermissionChoice) => void decide(prompt, choice),
    dismiss,
  };
}
