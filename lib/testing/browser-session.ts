import { encode } from "next-auth/jwt";
import { z } from "zod";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { openAuthSession } from "@/lib/auth/auth-session";
import type { TestServer } from "./server";

const rows = z.tuple([z.object({ value: z.string() })]);

/** A browser that is signed in, without going through the form: its Cookie header for a server, and the row behind it. */
export async function signedInBrowser(
  db: Database,
  server: Pick<TestServer, "port">,
  userId: string,
): Promise<{ cookie: string; authSessionId: string }> {
  const [{ value: secret }] = rows.parse([
    ...(await db.execute(sql`SELECT value FROM settings WHERE key = 'secret'`)),
  ]);
  const authSessionId = await openAuthSession({ db }, userId);
  const token = await encode({ token: { authSessionId }, secret });
  return { cookie: `kandev_session_${server.port}=${token}`, authSessionId };
}
