"use client";

import { useEffect, useReducer, useRef } from "react";
import { browserStorage } from "@/lib/client/browser-storage";
import { onReturnedText } from "@/lib/client/composer-text";
import { pruneDrafts, readComposer, writeComposer } from "@/lib/client/drafts";

/** The unsent message of a session, kept over reloads. Returns the text and the way to change it. */
export function useComposerDraft(sessionId: string): [string, (text: string) => void] {
  const [text, dispatch] = useReducer((_: string, next: string) => next, "");
  const restored = useRef(false);

  // The server does not know the draft, so it is read after hydration.
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    pruneDrafts(browserStorage(), Date.now());
    const kept = readComposer(browserStorage(), sessionId);
    if (kept !== "") dispatch(kept);
  }, [sessionId]);

  // A message that was taken back goes before what was written since.
  useEffect(
    () =>
      onReturnedText((id, returned) => {
        if (id !== sessionId) return;
        const since = readComposer(browserStorage(), sessionId);
        const next = since.trim() === "" ? returned : `${returned}\n\n${since}`;
        dispatch(next);
        writeComposer(browserStorage(), sessionId, next, Date.now());
      }),
    [sessionId],
  );

  const change = (next: string) => {
    dispatch(next);
    writeComposer(browserStorage(), sessionId, next, Date.now());
  };
  return [text, change];
}
