import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Actor, Origin } from "@/lib/auth/actor";
import { contextFor, createTestApp, type TestApp } from "@/lib/testing/app";
import { choosesA, quiet, readMetadata, rejected } from "@/lib/testing/clarification";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { insertAskedTask, insertUser } from "@/lib/testing/factories";
import { startTurn } from "@/lib/turns/start-turn";
import type { Outcome } from "./outcome";
import { resolveBundle } from "./resolve-bundle";

let database: TestDatabase;
let server: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createTestApp(database.address);
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

afterEach(quiet(() => server));

const resolve = (pendingId: string, outcome: Outcome, actor?: Actor, origin?: Origin) =>
  resolveBundle(contextFor(server.app, actor, origin), { pendingId, outcome });

const readAudit = async (pendingId: string) => [
  ...(await server.app.db.execute(sql`
    SELECT claimed, status, actor_kind, actor_user_id, surface FROM clarification_audit WHERE pending_id = ${pendingId} ORDER BY id`)),
];

test("contract 6.7: who resolved, from where, and who lost is written down, in order, and told to no loser", async () => {
  const [alice, bob] = [await insertUser(server.app.db), await insertUser(server.app.db)];
  const { pendingId } = await insertAskedTask(server.app.db);
  const person = (userId: string, via: "browser" | "personal_access_token"): Actor => ({
    kind: "user",
    userId,
    role: "member",
    via,
    credentialId: "none",
  });
  await resolve(pendingId, rejected("private words"), person(alice.id, "browser"), "web");
  const lost = await resolve(pendingId, choosesA, person(bob.id, "personal_access_token"), "external_mcp");
  await resolve(pendingId, rejected(), undefined, "rest");
  expect(await readAudit(pendingId)).toEqual([
    { claimed: true, status: "rejected", actor_kind: "browser", actor_user_id: alice.id, surface: "web" },
    {
      claimed: false,
      status: "answered",
      actor_kind: "personal_access_token",
      actor_user_id: bob.id,
      surface: "external_mcp",
    },
    { claimed: false, status: "rejected", actor_kind: "single-user", actor_user_id: "", surface: "rest" },
  ]);
  expect(JSON.stringify(lost)).not.toContain(alice.id);
  const rows = JSON.stringify(await readMetadata(server.app.db, pendingId));
  for (const secret of [alice.id, bob.id, "private", "browser", "external_mcp"])
    expect(rows).not.toContain(secret);
});

test("contract 6.7: an attempt on an inactive bundle is written down, a refused or a foreign one is not", async () => {
  const asked = await insertAskedTask(server.app.db);
  await expect(resolve(asked.pendingId, { ...choosesA, answers: [] })).rejects.toMatchObject({
    code: "validation_error",
  });
  expect(await readAudit(asked.pendingId)).toEqual([]);
  await startTurn(contextFor(server.app), asked);
  await expect(resolve(asked.pendingId, choosesA)).rejects.toMatchObject({ code: "not_active" });
  expect(await readAudit(asked.pendingId)).toMatchObject([{ claimed: false, status: "answered" }]);
});

test("contract 6.7: of many attempts at once each is written down and one of them won", async () => {
  const { pendingId } = await insertAskedTask(server.app.db);
  await Promise.all(Array.from({ length: 10 }, () => resolve(pendingId, choosesA)));
  const audit = await readAudit(pendingId);
  expect(audit.map((entry) => entry.claimed)).toEqual([true, ...Array.from({ length: 9 }, () => false)]);
});

test("contract 6.7, R2: the audit decides nothing: with its rows gone a loser is told the same", async () => {
  const { pendingId } = await insertAskedTask(server.app.db);
  const winner = await resolve(pendingId, choosesA);
  await server.app.db.execute(sql`DELETE FROM clarification_audit`);
  expect(await resolve(pendingId, rejected())).toEqual({ ...winner, claimed: false });
});
