/**
 * One clock for the whole page, ticking once a second while somebody looks at it, set to the server's time: ages
 * stay right where the browser's clock is wrong.
 */
const listeners = new Set<() => void>();
let offsetMs = 0;
let currentMs = 0;
let timer: number | undefined;

/** Tells the clock what time it is on the server. */
export function setServerNow(serverNowMs: number): void {
  offsetMs = serverNowMs - Date.now();
}

/** The time of the last tick, 0 before the first. Stable between ticks. */
export function clockNow(): number {
  return currentMs;
}

export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    currentMs = Date.now() + offsetMs;
    timer = window.setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  currentMs = Date.now() + offsetMs;
  for (const listener of listeners) listener();
}
