import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import type { MeView } from "@/lib/views";

const rows = z.array(z.object({ email: z.string(), name: z.string() }));

/** Who the caller is, for her own eyes; null for a caller who is no person. Throws not_found for one who is gone. */
export async function getMe({ app, actor }: Context): Promise<MeView | null> {
  if (actor.kind !== "user") return null;
  const [me] = rows.parse([
    ...(await app.db.execute(sql`SELECT email, name FROM users WHERE id = ${actor.userId}`)),
  ]);
  if (me === undefined) throw notFound("user");
  return me;
}
