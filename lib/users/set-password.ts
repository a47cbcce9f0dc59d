import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { notFound } from "@/lib/errors";
import { checkAndHash } from "./add-user";

const rows = z.array(z.object({ id: z.string(), email: z.string() }));

/**
 * Gives an account a new password, for the command line, and signs its browsers out. Tokens stay: they are revoked on their
 * own. Throws validation_error, not_found.
 */
export async function setPassword(
  app: Pick<App, "db">,
  input: { readonly email: string; readonly password: string },
): Promise<{ id: string; email: string }> {
  const passwordHash = await checkAndHash(input.password, 1);
  return app.db.transaction(async (tx) => {
    const [user] = rows.parse([
      ...(await tx.execute(sql`
        UPDATE users SET password_hash = ${passwordHash} WHERE lower(email) = lower(${input.email}) RETURNING id, email`)),
    ]);
    if (user === undefined) throw notFound("user");
    await tx.execute(sql`DELETE FROM auth_sessions WHERE user_id = ${user.id}`);
    return user;
  });
}
