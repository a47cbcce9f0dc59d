import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { madeWith } from "@/lib/auth/actor";
import type { Context } from "@/lib/context";
import { AppError, validationError } from "@/lib/errors";
import { newId, newToken } from "@/lib/ids";
import { TOKEN_NAME_LIMIT } from "./limits";
import { lockTokens, personOf } from "./owner";

export interface CreateToken {
  readonly name: string;
  /** 1 to 3650; absent: it does not expire by itself. */
  readonly expiresInDays?: number | undefined;
}

export interface CreatedToken {
  readonly id: string;
  /** Shown this once; only its SHA-256 is stored. */
  readonly token: string;
}

const DAYS_LIMIT = 3650;

/**
 * Makes a personal access token for the caller. One that was made with a token ends with it, at the latest. Throws
 * validation_error, not_found without accounts, unauthenticated when the token it is made with is revoked at that moment.
 */
export async function createToken(ctx: Context, input: CreateToken): Promise<CreatedToken> {
  const person = personOf(ctx.actor);
  return issueToken(ctx.app.db, {
    ...input,
    userId: person.userId,
    parentId: madeWith(person),
  });
}

/** The same for the command line, which acts for a user by name. */
export async function issueToken(
  db: Database,
  { name, expiresInDays, userId, parentId }: CreateToken & { userId: string; parentId: string | null },
): Promise<CreatedToken> {
  const trimmed = name.trim();
  if (trimmed === "" || [...trimmed].length > TOKEN_NAME_LIMIT)
    throw validationError(`name: must have 1 to ${TOKEN_NAME_LIMIT} characters`);
  if (expiresInDays !== undefined && !(expiresInDays >= 1 && expiresInDays <= DAYS_LIMIT))
    throw validationError(`expires_in_days: must be between 1 and ${DAYS_LIMIT}`);
  const id = newId();
  const { token, hash } = newToken("kandev_pat");
  await db.transaction(async (tx) => {
    await lockTokens(tx, userId);
    const made = await tx.execute(sql`
      INSERT INTO personal_access_tokens (id, user_id, name, token_hash, parent_id, expires_at)
      SELECT ${id}, ${userId}, ${trimmed}, ${hash}, ${parentId}, least(
        now() + ${expiresInDays ?? null}::float8 * interval '1 day',
        (SELECT expires_at FROM personal_access_tokens WHERE id = ${parentId}))
      WHERE NOT EXISTS (SELECT 1 FROM personal_access_tokens WHERE id = ${parentId} AND revoked_at IS NOT NULL)
      RETURNING id`);
    if (made.length === 0) throw new AppError("unauthenticated", "the token was revoked meanwhile");
  });
  return { id, token };
}
