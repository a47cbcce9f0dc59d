import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "@/db/client";
import { workspaces } from "@/db/schema/workspaces";
import type { App } from "@/lib/app";
import { isLoopback } from "@/lib/env";
import { AppError, validationError } from "@/lib/errors";
import { checkAndHash, insertUser, type UserView } from "./add-user";

/** Any number no other lock uses: two people who set up at once do it one after the other. */
const SETUP_LOCK = 5_263_712;

/** Whether there is an account; without one the first-run page makes the admin. */
export async function isSetUp(reader: Database | Transaction): Promise<boolean> {
  return (await reader.execute(sql`SELECT 1 FROM users LIMIT 1`)).length > 0;
}

/**
 * What the first-run page asks for on a server that others can reach, so that none of them is faster; printed at the start,
 * the same on every server. Undefined where only this machine can reach it.
 */
export function setUpCode(app: Pick<App, "env" | "secret">): string | undefined {
  if (isLoopback(app.env.HOST) && app.env.KANDEV_PUBLIC_URL === undefined) return undefined;
  return createHmac("sha256", app.secret).update("first run").digest("hex").slice(0, 12);
}

/** The names of the workspaces that everybody sees, which the first admin may take over; oldest first. */
export async function listOwnerlessNames(reader: Database | Transaction): Promise<readonly string[]> {
  const rows = await reader.execute(sql`
    SELECT name FROM workspaces WHERE owner_id = '' ORDER BY created_at, id`);
  return z
    .array(z.object({ name: z.string() }))
    .parse([...rows])
    .map(({ name }) => name);
}

export interface SetUp {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly code?: string | undefined;
  /** The ownerless workspaces that become the admin's own, or `all`; the others stay visible to everybody. */
  readonly claimWorkspaceIds: readonly string[] | "all";
}

/** Makes the first account, an admin. Throws validation_error, forbidden for a wrong code, conflict when there is one. */
export async function setUp(app: App, input: SetUp): Promise<UserView> {
  const code = setUpCode(app);
  if (code !== undefined && !isSame(code, input.code?.trim() ?? ""))
    throw new AppError("forbidden", "this is not the code that the server printed at its start");
  const passwordHash = await checkAndHash(input.password);
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`);
    if (await isSetUp(tx)) throw new AppError("conflict", "this server is set up already: sign in");
    const admin = await insertUser(tx, { ...input, role: "admin" }, passwordHash);
    const ids = input.claimWorkspaceIds;
    const named = ids === "all" ? sql`true` : sql`${workspaces.id} = ANY (${sql.param([...ids])}::text[])`;
    const claimed = await tx
      .update(workspaces)
      .set({ ownerId: admin.id })
      .where(sql`${workspaces.ownerId} = '' AND ${named}`)
      .returning({ id: workspaces.id });
    if (ids !== "all" && claimed.length !== new Set(ids).size)
      throw validationError("claim_workspace_ids: names a workspace that is not free");
    return admin;
  });
}

const isSame = (a: string, b: string): boolean =>
  a.length === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));
