type Listener = (text: string) => void;

const listeners = new Set<Listener>();

/** Says something to people who listen to the page: it goes to the polite live region. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** For the live region itself. Returns the way to stop listening. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
