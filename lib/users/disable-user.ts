import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { notFound } from "@/lib/errors";

const rows = z.array(z.object({ id: z.string(), email: z.string() }));

/**
 * Ends an account: its sessions and tokens are refused from now on, and its open streams and held calls end within a second
 * on every server (migration 0005_access_hints). What it owns stays. Throws not_found.
 */
export async function disableUser(
  app: Pick<App, "db">,
  input: { readonly email: string },
): Promise<{ id: string; email: string; disabled: true }> {
  const [user] = rows.parse([
    ...(await app.db.execute(sql`
      UPDATE users SET disabled_at = COALESCE(disabled_at, now()) WHERE lower(email) = lower(${input.email})
      RETURNING id, email`)),
  ]);
  if (user === undefined) throw notFound("user");
  return { ...user, disabled: true };
}
