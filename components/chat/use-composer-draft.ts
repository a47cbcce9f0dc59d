"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { browserStorage } from "@/lib/client/browser-storage";
import { onReturnedText } from "@/lib/client/composer-text";
import { pruneDrafts, readComposer, writeComposer } from "@/lib/client/drafts";

/** The unsent message of a session, kept over reloads. Returns the text and the way to change it. */
export function useComposerDraft(sessionId: string): [string, (text: string) => void] {
  const [text, setText] = useState("");
  const now = useRef("");
  const restored = useRef(false);

  const change = useCallback(
    (next: string) => {
      now.current = next;
      setText(next);
      writeComposer(browserStorage(), sessionId, next, Date.now());
    },
    [sessionId],
  );

  // The server does not know the draft, so it is read after hydration. What has been typed by then goes behind it.
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    const storage = browserStorage();
    void readComposer(storage, sessionId)
      .then((kept) => kept !== "" && change(kept + now.current))
      .then(() => pruneDrafts(storage, Date.now()))
      .catch(() => undefined); // kept for the next load
  }, [sessionId, change]);

  // A message that was taken back goes before what was written since.
  useEffect(
    () =>
      onReturnedText((id, returned) => {
        if (id !== sessionId) return;
        change(now.current.trim() === "" ? returned : `${returned}\n\n${now.current}`);
      }),
    [sessionId, change],
  );

  return [text, change];
}
