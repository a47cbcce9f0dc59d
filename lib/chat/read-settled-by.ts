import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { toRfc3339 } from "@/lib/time";
import type { SettledByView } from "@/lib/views";

const rows = z.array(
  z.object({
    pending_id: z.string(),
    actor_kind: z.string(),
    name: z.string(),
    surface: z.string(),
    at: z.string(),
  }),
);

/** Who settled these bundles, from the audit: for people to read, never for the resolution path (contract 6.7). */
export async function readSettledBy(
  db: Database,
  pendingIds: readonly string[],
): Promise<ReadonlyMap<string, SettledByView>> {
  if (pendingIds.length === 0) return new Map();
  const found = rows.parse([
    ...(await db.execute(sql`
      SELECT a.pending_id, a.actor_kind, COALESCE(NULLIF(u.name, ''), u.email, '') AS name, a.surface, a.attempted_at AS at
      FROM clarification_audit a LEFT JOIN users u ON u.id = a.actor_user_id
      WHERE a.claimed AND a.pending_id IN ${[...pendingIds]}
      ORDER BY a.id`)),
  ]);
  return new Map(found.map(({ pending_id, at, ...by }) => [pending_id, { ...by, at: toRfc3339(at) }]));
}
