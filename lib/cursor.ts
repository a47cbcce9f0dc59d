import { validationError } from "./errors";
import { isStorable } from "./ids";
import { isRfc3339 } from "./time";

/** A place in a list: the time and the id of the last item of a page (L9). */
export interface Position {
  /** RFC 3339 with microseconds. */
  readonly createdAt: string;
  readonly id: string;
}

/** The opaque text of a position: base64url without padding. */
export const encodeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt}|${id}`).toString("base64url");

/**
 * The position in a cursor. Throws validation_error naming `argument` for anything {@link encodeCursor} did not make (L13).
 */
export function decodeCursor(cursor: string, argument = "cursor"): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const bar = text.indexOf("|");
  const position = { createdAt: text.slice(0, Math.max(bar, 0)), id: text.slice(bar + 1) };
  const sound =
    bar > 0 &&
    position.id !== "" &&
    isRfc3339(position.createdAt) &&
    isStorable(position.id) &&
    encodeCursor(position) === cursor.replace(/=+$/, "");
  if (!sound) throw validationError(`${argument} is not one that was returned`);
  return position;
}
