/** What a caller submits for a bundle, before validation. */
export interface Outcome {
  readonly answers: readonly SubmittedAnswer[];
  readonly rejected: boolean;
  readonly reason: string;
}

export interface SubmittedAnswer {
  readonly question_id: string;
  readonly selected_options: readonly string[];
  readonly custom_text: string;
}

const EDGES = /^\p{White_Space}+|\p{White_Space}+$/gu;

/** Trims what Unicode calls white space, and nothing else: U+FEFF, which String.trim takes too, is kept (N3a). */
export const trimWhiteSpace = (text: string): string => text.replace(EDGES, "");

/** Counts code points ("runes"), not UTF-16 units. A lone surrogate counts as one. */
export const countRunes = (text: string): number => [...text].length;

export const MAX_RUNES = 2000;
