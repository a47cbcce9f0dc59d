/** A page of the frame was shown in this document, so its memory holds what only whoever was signed in may see. */
let framed = false;
/** This tab signs out by itself, so it need not come back to where it was. */
let leaving = false;

export function noteFrame(): void {
  framed = true;
}

export function setLeaving(value: boolean): void {
  leaving = value;
}

/**
 * Goes to the sign-in page, and afterwards back here. A navigation of the whole document, so that nothing of the page stays
 * in this tab; what was typed is kept as a draft.
 */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location;
  if (leaving || pathname === "/sign-in") return; // on its way already
  const from = pathname + search;
  window.location.replace(from === "/" ? "/sign-in" : `/sign-in?from=${encodeURIComponent(from)}`);
}

/** Called by the sign-in page: a re-read that was refused comes here within the old document, which ends now. */
export function endOldDocument(): void {
  if (framed) window.location.reload();
}

/** Loads the page anew when the browser shows it again as it was left, perhaps by somebody who signed out since. */
export function reloadWhenRestored(): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    document.documentElement.hidden = true;
    window.location.reload();
  };
  window.addEventListener("pageshow", onPageShow);
  return () => window.removeEventListener("pageshow", onPageShow);
}
