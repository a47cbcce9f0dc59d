export const TERMINAL_STATES = ["completed", "failed", "cancelled"] as const;
export type TerminalState = (typeof TERMINAL_STATES)[number];

/** A terminal session never runs again; nothing in it is active. */
export const isTerminal = (state: string): state is TerminalState =>
  (TERMINAL_STATES as readonly string[]).includes(state);
