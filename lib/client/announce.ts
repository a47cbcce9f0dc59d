type Listener = (text: string) => void;

const listeners = new Set<Listener>();
/** Said while the page was still starting and nobody listened. */
let unheard = "";

/** Says something to people who listen to the page: it goes to the polite live region. */
export function announce(text: string): void {
  if (listeners.size === 0) unheard = text;
  for (const listener of listeners) listener(text);
}

/** For the live region itself. Returns the way to stop listening. */
export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  if (unheard !== "") listener(unheard);
  unheard = "";
  return () => listeners.delete(listener);
}
