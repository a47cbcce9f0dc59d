import * as z from "zod/mini";

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const questionDraft = z.object({
  question_id: z.string(),
  selected: z.array(z.string()),
  several: z.boolean(),
  text: z.string(),
});

const stored = z.object({ saved_at: z.number(), step: z.number(), questions: z.array(questionDraft) });
const storedText = z.object({ saved_at: z.number(), text: z.string() });

export type StoredQuestionDraft = z.infer<typeof questionDraft>;

export interface StoredDraft {
  readonly step: number;
  readonly questions: readonly StoredQuestionDraft[];
}

const BUNDLE_PREFIX = "kandev.draft.";
const COMPOSER_PREFIX = "kandev.composer.";
const KEEP_MS = 14 * 24 * 60 * 60 * 1000;

/** The unsent answers to a bundle, null when there are none or they cannot be read. */
export function readDraft(storage: DraftStorage, pendingId: string): StoredDraft | null {
  const parsed = stored.safeParse(readJson(storage, BUNDLE_PREFIX + pendingId));
  return parsed.success ? { step: parsed.data.step, questions: parsed.data.questions } : null;
}

/** Keeps the unsent answers to a bundle; nothing is written where there is nothing to lose. */
export function writeDraft(
  storage: DraftStorage,
  pendingId: string,
  draft: StoredDraft,
  nowMs: number,
): void {
  const empty = draft.questions.every((question) => question.selected.length === 0 && question.text === "");
  if (empty) removeDraft(storage, pendingId);
  else writeJson(storage, BUNDLE_PREFIX + pendingId, { saved_at: nowMs, ...draft });
}

/** Forgets the draft of a bundle that is settled. */
export function removeDraft(storage: DraftStorage, pendingId: string): void {
  remove(storage, BUNDLE_PREFIX + pendingId);
}

/** The unsent message of a session, '' when there is none. */
export function readComposer(storage: DraftStorage, sessionId: string): string {
  const parsed = storedText.safeParse(readJson(storage, COMPOSER_PREFIX + sessionId));
  return parsed.success ? parsed.data.text : "";
}

export function writeComposer(storage: DraftStorage, sessionId: string, text: string, nowMs: number): void {
  if (text === "") remove(storage, COMPOSER_PREFIX + sessionId);
  else writeJson(storage, COMPOSER_PREFIX + sessionId, { saved_at: nowMs, text });
}

/** Removes drafts that nobody came back to for two weeks, and what cannot be read. */
export function pruneDrafts(storage: DraftStorage, nowMs: number): void {
  const aged = z.object({ saved_at: z.number() });
  for (const key of keysOf(storage)) {
    if (!key.startsWith(BUNDLE_PREFIX) && !key.startsWith(COMPOSER_PREFIX)) continue;
    const parsed = aged.safeParse(readJson(storage, key));
    if (!parsed.success || nowMs - parsed.data.saved_at > KEEP_MS) remove(storage, key);
  }
}

function keysOf(storage: DraftStorage): string[] {
  const keys: string[] = [];
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index);
    if (key !== null) keys.push(key);
  }
  return keys;
}

// Storage may be full, or forbidden by the browser's settings. A draft is then only kept while the page is open.
function readJson(storage: DraftStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function writeJson(storage: DraftStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

function remove(storage: DraftStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    return;
  }
}
