import { isStorable } from "@/lib/ids";
import { validationError } from "@/lib/errors";
import { isRfc3339 } from "@/lib/time";

/** A place in the list: the (created_at, pending_id) of the last bundle of a page (L9). */
export interface Position {
  readonly createdAt: string;
  readonly pendingId: string;
}

/** The opaque text of a position: base64url without padding. */
export const encodeCursor = ({ createdAt, pendingId }: Position): string =>
  Buffer.from(`${createdAt}|${pendingId}`).toString("base64url");

/** The position in a cursor. Throws validation_error naming `cursor` for anything {@link encodeCursor} did not make (L13). */
export function decodeCursor(cursor: string): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const bar = text.indexOf("|");
  const position = { createdAt: text.slice(0, Math.max(bar, 0)), pendingId: text.slice(bar + 1) };
  const sound =
    bar > 0 &&
    position.pendingId !== "" &&
    isRfc3339(position.createdAt) &&
    isStorable(position.pendingId) &&
    encodeCursor(position) === cursor.replace(/=+$/, "");
  if (!sound) throw validationError("cursor is not one that this tool returned");
  return position;
}
