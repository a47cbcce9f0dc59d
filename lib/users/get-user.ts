import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { notFound } from "@/lib/errors";

const rows = z.array(z.object({ id: z.string() }));

/** The account with this address that is not disabled. Throws not_found. */
export async function getUser(db: Database, email: string): Promise<{ id: string }> {
  const [user] = rows.parse([
    ...(await db.execute(
      sql`SELECT id FROM users WHERE lower(email) = lower(${email}) AND disabled_at IS NULL`,
    )),
  ]);
  if (user === undefined) throw notFound("user");
  return user;
}
