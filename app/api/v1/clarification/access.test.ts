import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  insertAskedTask,
  insertBundle,
  insertSession,
  insertTask,
  insertTurn,
  insertUser,
  insertWorkspace,
} from "@/lib/testing/factories";
import { choose, openSession, requestAnswer, respondPath, send } from "@/lib/testing/http";
import { connectMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import { newId } from "@/lib/ids";

let product: Product;
let owner: { id: string; token: string };
let stranger: { id: string; token: string };
let workspaceId: string;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled", KANDEV_QUESTION_WAIT_SECONDS: "1" });
  owner = await insertUser(product.db);
  stranger = await insertUser(product.db, "admin"); // an administrator sees no foreign question either
  workspaceId = await insertWorkspace(product.db, { ownerId: owner.id });
});
afterAll(() => product.stop());

interface Endpoint {
  readonly method: "GET" | "POST";
  readonly action: "" | "/respond" | "/wait" | "/cancel";
  readonly body?: unknown;
}

const endpoints = {
  answer: { method: "POST", action: "/respond", body: choose("a") },
  reject: { method: "POST", action: "/respond", body: { rejected: true, reason: "no" } },
  "answer wrongly": { method: "POST", action: "/respond", body: choose("no-such-option") },
  "answer badly": { method: "POST", action: "/respond", body: { answers: 5 } },
  get: { method: "GET", action: "" },
  wait: { method: "GET", action: "/wait" },
  cancel: { method: "POST", action: "/cancel", body: {} },
} satisfies Record<string, Endpoint>;

const call = async ({ method, action, body }: Endpoint, pendingId: string, token: string) => {
  const path = `/api/v1/clarification/${pendingId}${action}`;
  const reply = await send(product.server, method, path, { token, ...(body !== undefined && { body }) });
  const headers = [...reply.headers].filter(([name]) => name !== "date");
  return { status: reply.status, text: reply.text, headers };
};

/** A question with a live entry in the owner's workspace. */
async function askAsOwner() {
  const { taskId, sessionId } = await openSession(product.server, { token: owner.token });
  await product.db.execute(sql`UPDATE tasks SET workspace_id = ${workspaceId} WHERE id = ${taskId}`);
  const pendingId = await requestAnswer(product.server, { sessionId }, undefined, owner.token);
  return { taskId, sessionId, pendingId };
}
const rowsOf = async (pendingId: string) => [
  ...(await product.db.execute(sql`SELECT * FROM task_session_messages WHERE pending_id = ${pendingId}`)),
];

describe("A1, A2, A3: a stranger", () => {
  test.each(Object.entries(endpoints))(
    "cannot tell a foreign question from a fabricated one: %s",
    async (name, endpoint) => {
      const live = await askAsOwner();
      const notLive = await insertAskedTask(product.db, { workspaceId });
      const before = await rowsOf(live.pendingId);
      const fabricated = await call(endpoint, newId(), stranger.token);
      expect(await call(endpoint, live.pendingId, stranger.token)).toEqual(fabricated);
      expect(await call(endpoint, notLive.pendingId, stranger.token)).toEqual(fabricated);
      if (name !== "answer badly")
        expect([fabricated.status, fabricated.text]).toEqual([
          404,
          '{"error":"clarification request not found","code":"not_found"}',
        ]);
      expect(await rowsOf(live.pendingId)).toEqual(before);
    },
  );

  test("A5a, A7: is told the same by wait, at once, whether the question is live, stranded or made up", async () => {
    const stranded = await insertAskedTask(product.db, { workspaceId });
    const live = await askAsOwner();
    const statuses = [];
    for (const pendingId of [live.pendingId, stranded.pendingId, newId()])
      statuses.push((await call(endpoints.wait, pendingId, stranger.token)).status);
    expect(statuses).toEqual([404, 404, 404]);
    expect((await call(endpoints.wait, stranded.pendingId, owner.token)).status).toBe(504);
    expect((await call(endpoints.wait, live.pendingId, owner.token)).status).toBe(504);
    expect((await call(endpoints.wait, newId(), owner.token)).status).toBe(404);
  });

  test("N5: gets the same error from the answer tool for a foreign and a fabricated question", async () => {
    const { pendingId } = await askAsOwner();
    const mcp = await connectMcp(product.server, stranger.token);
    const answer = (id: string) =>
      mcp.call("answer_question_kandev", { pending_id: id, task_id: "ignored", ...choose("a") });
    const [foreign, fabricated] = [await answer(pendingId), await answer(newId())];
    await mcp.close();
    expect(foreign).toEqual(fabricated);
    expect(foreign).toEqual({ isError: true, text: "not_found: clarification request not found" });
  });

  test("A6: cannot put a question into a foreign session; the owner can", async () => {
    const { sessionId } = await askAsOwner();
    const ask = (session: string, token: string) =>
      send(product.server, "POST", "/api/v1/clarification/request", {
        body: { session_id: session, questions: [{ prompt: "New?", options: twoLabels }] },
        token,
      });
    const [foreign, fabricated] = [await ask(sessionId, stranger.token), await ask(newId(), stranger.token)];
    expect([foreign.status, foreign.text]).toEqual([fabricated.status, fabricated.text]);
    expect(foreign.status).toBe(404);
    const own = await ask(sessionId, owner.token);
    expect([own.status, Object.keys(own.json as object)]).toEqual([200, ["pending_id"]]);
  });
});

const twoLabels = [
  { label: "A", description: "" },
  { label: "B", description: "" },
];

describe("the owner", () => {
  test("A1, A2: reads, cancels and answers; cancel is no claim (A9)", async () => {
    const first = await askAsOwner();
    expect((await call(endpoints.get, first.pendingId, owner.token)).status).toBe(200);
    const cancelled = await call(endpoints.cancel, first.pendingId, owner.token);
    expect([cancelled.status, cancelled.text]).toEqual([200, '{"success":true}']);
    expect((await call(endpoints.answer, first.pendingId, owner.token)).status).toBe(409);
    const second = await askAsOwner();
    expect((await call(endpoints.answer, second.pendingId, owner.token)).text).toMatch(/"claimed":true/);
    expect((await call(endpoints.cancel, second.pendingId, owner.token)).status).toBe(404); // it lost the race
  });

  test("A9: cancel without a live entry is the same 404 and leaves the question answerable", async () => {
    const { pendingId } = await insertAskedTask(product.db, { workspaceId });
    expect((await call(endpoints.cancel, pendingId, owner.token)).status).toBe(404);
    expect((await call(endpoints.answer, pendingId, owner.token)).text).toMatch(/"claimed":true/);
  });

  test("A5: a question whose task nobody knows is not found for anybody with an account", async () => {
    const sessionId = await insertSession(product.db, { taskId: "" });
    const turnId = await insertTurn(product.db, { sessionId });
    const pendingId = await insertBundle(product.db, { sessionId, turnId });
    for (const endpoint of [endpoints.reject, endpoints.get, endpoints.wait, endpoints.cancel])
      expect(await call(endpoint, pendingId, owner.token)).toEqual(
        await call(endpoint, newId(), owner.token),
      );
  });

  test("A8: the task comes from the rows: from the message, and from the session where the message names none", async () => {
    const mine = await insertTask(product.db, { workspaceId });
    const foreignWorkspace = await insertWorkspace(product.db, { ownerId: stranger.id });
    const foreign = await insertTask(product.db, { workspaceId: foreignWorkspace });
    const sessionId = await insertSession(product.db, { taskId: mine });
    const turnId = await insertTurn(product.db, { sessionId });
    const unnamed = await insertBundle(product.db, { sessionId, turnId, taskId: "" });
    const namesForeign = await insertBundle(product.db, { sessionId, turnId, taskId: foreign });
    for (const endpoint of [endpoints.answer, endpoints.get, endpoints.wait, endpoints.cancel])
      expect((await call(endpoint, namesForeign, owner.token)).status).toBe(404);
    expect((await call(endpoints.wait, unnamed, owner.token)).status).toBe(504); // authorized, and no live entry
    expect((await call(endpoints.answer, unnamed, owner.token)).text).toMatch(/"claimed":true/);
    expect((await call(endpoints.answer, namesForeign, stranger.token)).text).toMatch(/"claimed":true/);
  });
});

describe("without accounts", () => {
  let open: Product["server"];
  beforeAll(async () => {
    open = await product.start({});
  });
  const respond = (pendingId: string, body: unknown) => send(open, "POST", respondPath(pendingId), { body });

  test("A4, A5: nobody is denied, not even a question of a foreign workspace or of an unknown task", async () => {
    const owned = await insertAskedTask(product.db, { workspaceId });
    const sessionId = await insertSession(product.db, { taskId: "" });
    const turnId = await insertTurn(product.db, { sessionId });
    const lost = await insertBundle(product.db, { sessionId, turnId });
    for (const pendingId of [owned.pendingId, lost])
      expect((await respond(pendingId, choose("a"))).json).toMatchObject({ claimed: true });
  });

  test("A4: all six deliberate changes are there", async () => {
    const { pendingId } = await insertAskedTask(product.db, { workspaceId });
    // 4: what used to be accepted and is not any more
    for (const body of [
      choose("unknown"),
      { rejected: true, ...choose("a") },
      { rejected: true, reason: "x".repeat(2001) },
      { answers: [{ question_id: "q1", custom_text: "x".repeat(2001) }] },
    ])
      expect((await respond(pendingId, body)).status).toBe(400);
    // 2: what a success carries; 1: a duplicate gets the winner
    const won = await respond(pendingId, choose("a"));
    const again = await respond(pendingId, choose("b"));
    expect(Object.keys(won.json as object)).toEqual(["success", "claimed", "status", "response"]);
    expect([again.status, again.json]).toEqual([200, { ...(won.json as object), claimed: false }]);
    // 5: refused before the claim, where the claim would fail
    const broken = await insertAskedTask(product.db, { questions: [{ question_id: undefined }] });
    const refused = await respond(broken.pendingId, choose("a"));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("question_id")]);
    // 3 and 6: no rows, no question
    expect((await respond(newId(), choose("a"))).status).toBe(404);
    expect((await send(open, "GET", `/api/v1/clarification/${newId()}/wait`)).status).toBe(404);
  });

  test("A5, A5a: a question without rows is 404 on all four endpoints", async () => {
    for (const [method, action] of [
      ["POST", "/respond"],
      ["GET", ""],
      ["GET", "/wait"],
      ["POST", "/cancel"],
    ] as const) {
      const body = action === "/respond" ? { body: choose("a") } : {};
      const reply = await send(open, method, `/api/v1/clarification/${newId()}${action}`, body);
      expect([reply.status, reply.text]).toEqual([
        404,
        '{"error":"clarification request not found","code":"not_found"}',
      ]);
    }
  });
});
