import type { infer as Infer } from "zod/mini";
import { loadShapes, type ShapeOf, type Shapes } from "./load-shapes";

/** The part of `Storage` that drafts need. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

type KeptDraft = Infer<Shapes["keptDraft"]>;
export type StoredQuestionDraft = KeptDraft["questions"][number];

export interface StoredDraft {
  readonly step: number;
  readonly questions: readonly StoredQuestionDraft[];
}

const BUNDLE_PREFIX = "kandev.draft.";
const COMPOSER_PREFIX = "kandev.composer.";
const KEEP_MS = 14 * 24 * 60 * 60 * 1000;

/** Of what this tab has read or written, so that it is known at once, also where the browser keeps nothing. */
const known = new Map<string, StoredDraft>();

/** The unsent answers to a bundle as this tab knows them, null for none. */
export const knownDraft = (pendingId: string): StoredDraft | null => known.get(pendingId) ?? null;

/** The unsent answers to a bundle that are kept, null when there are none or they cannot be read. */
export async function readDraft(storage: DraftStorage, pendingId: string): Promise<StoredDraft | null> {
  const kept = await read(storage, BUNDLE_PREFIX + pendingId, ({ keptDraft }) => keptDraft);
  if (kept === null) return null;
  const draft = { step: kept.step, questions: kept.questions };
  known.set(pendingId, draft);
  return draft;
}

/** Keeps the unsent answers to a bundle; nothing is written where there is nothing to lose. */
export function writeDraft(
  storage: DraftStorage,
  pendingId: string,
  draft: StoredDraft,
  nowMs: number,
): void {
  const empty = draft.questions.every((question) => question.selected.length === 0 && question.text === "");
  if (empty) return removeDraft(storage, pendingId);
  known.set(pendingId, draft);
  writeJson(storage, BUNDLE_PREFIX + pendingId, { saved_at: nowMs, ...draft });
}

/** Forgets the draft of a bundle that is settled. */
export function removeDraft(storage: DraftStorage, pendingId: string): void {
  known.delete(pendingId);
  remove(storage, BUNDLE_PREFIX + pendingId);
}

/** The unsent message of a session that is kept, '' when there is none. */
export async function readComposer(storage: DraftStorage, sessionId: string): Promise<string> {
  return (await read(storage, COMPOSER_PREFIX + sessionId, ({ keptText }) => keptText))?.text ?? "";
}

export function writeComposer(storage: DraftStorage, sessionId: string, text: string, nowMs: number): void {
  if (text === "") remove(storage, COMPOSER_PREFIX + sessionId);
  else writeJson(storage, COMPOSER_PREFIX + sessionId, { saved_at: nowMs, text });
}

/** Removes drafts that nobody came back to for two weeks, and what cannot be read. */
export async function pruneDrafts(storage: DraftStorage, nowMs: number): Promise<void> {
  const keys = keysOf(storage).filter(
    (key) => key.startsWith(BUNDLE_PREFIX) || key.startsWith(COMPOSER_PREFIX),
  );
  for (const key of keys) {
    const kept = await read(storage, key, ({ keptSince }) => keptSince);
    if (kept === null || nowMs - kept.saved_at > KEEP_MS) remove(storage, key);
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
    return "";
  }
}

/** Null for nothing and for what is not of this shape. Rejects when the shapes cannot be had: then nothing is known. */
async function read<T>(storage: DraftStorage, key: string, shape: ShapeOf<T>): Promise<T | null> {
  const kept = readJson(storage, key);
  return kept === null ? null : (shape(await loadShapes()).safeParse(kept).data ?? null);
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
