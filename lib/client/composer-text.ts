type Listener = (sessionId: string, text: string) => void;

const listeners = new Set<Listener>();

/** Gives a text back to whoever writes to a session: one that was taken back before the agent had it. */
export function returnText(sessionId: string, text: string): void {
  for (const listener of listeners) listener(sessionId, text);
}

/** For the composer. Returns the way to stop listening. */
export function onReturnedText(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
