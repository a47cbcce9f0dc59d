import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { notFound } from "@/lib/errors";

const rows = z.array(z.object({ id: z.string(), email: z.string() }));

/** Lets somebody in again who was disabled; what was revoked or signed out meanwhile stays so. Throws not_found. */
export async function enableUser(
  app: Pick<App, "db">,
  input: { readonly email: string },
): Promise<{ id: string; email: string; disabled: false }> {
  const [user] = rows.parse([
    ...(await app.db.execute(sql`
      UPDATE users SET disabled_at = NULL WHERE lower(email) = lower(${input.email}) RETURNING id, email`)),
  ]);
  if (user === undefined) throw notFound("user");
  return { ...user, disabled: false };
}
