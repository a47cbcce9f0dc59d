import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  choose,
  openSession,
  type OpenSession,
  question,
  requestAnswer,
  respondPath,
  send,
} from "@/lib/testing/http";
import { inFours } from "@/lib/testing/in-fours";
import { blockOnAsk, connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let second: TestServer;
let answerers: McpConnection[];

beforeAll(async () => {
  product = await startProduct();
  second = await product.start();
  answerers = await Promise.all([connectMcp(product.server), connectMcp(second)]);
});
afterAll(async () => {
  await Promise.all(answerers.map((mcp) => mcp.close()));
  await product.stop();
});

const resolution = z.object({
  claimed: z.boolean(),
  status: z.enum(["answered", "rejected"]),
  response: z.looseObject({
    answers: z.array(z.unknown()),
    rejected: z.boolean(),
    reject_reason: z.string(),
  }),
});

/** Active questions, each in a session of its own, written in a few statements. */
async function insertQuestions(count: number): Promise<string[]> {
  const numbers = sql`generate_series(1, ${count}) AS n`;
  const { db } = product;
  await db.execute(sql`INSERT INTO tasks (id) SELECT 'task-' || n FROM ${numbers}`);
  await db.execute(sql`
    INSERT INTO task_sessions (id, task_id, state) SELECT 'session-' || n, 'task-' || n, 'running' FROM ${numbers}`);
  await db.execute(sql`
    INSERT INTO task_session_turns (id, task_session_id) SELECT 'turn-' || n, 'session-' || n FROM ${numbers}`);
  await db.execute(sql`
    INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, type, metadata)
    SELECT 'message-' || n, 'session-' || n, 'task-' || n, 'turn-' || n, 'clarification_request', jsonb_build_object(
      'pending_id', 'pending-' || n, 'question_id', 'q1', 'question_index', 0, 'question_total', 1, 'status', 'pending',
      'question', ${JSON.stringify({ id: "q1", title: "", ...question() })}::jsonb)
    FROM ${numbers}`);
  return Array.from({ length: count }, (_, index) => `pending-${index + 1}`);
}

const readRow = async (pendingId: string) => {
  const [row] = await product.sql<{ metadata: Record<string, unknown> }[]>`
    SELECT metadata FROM task_session_messages WHERE pending_id = ${pendingId}`;
  return row?.metadata ?? {};
};

const overRest = async (server: TestServer, pendingId: string, body: unknown) => {
  const reply = await send(server, "POST", respondPath(pendingId), { body });
  expect([reply.status, reply.json]).toMatchObject([200, { success: true }]);
  return resolution.parse(reply.json);
};
const overMcp = async (mcp: McpConnection | undefined, pendingId: string, body: object) =>
  resolution.parse(
    (await mcp?.call("answer_question_kandev", { pending_id: pendingId, ...body }))?.structured,
  );

const ROUNDS = 1000;

test("R1, R3: in a thousand races of REST against MCP, on one server and on two, exactly one answer wins and both are told it", async () => {
  const wins = { rest: 0, mcp: 0 };
  const decided = new Map<string, unknown>();
  await inFours(await insertQuestions(ROUNDS), async (pendingId, round) => {
    const [here, there] = round % 2 === 0 ? [product.server, answerers[0]] : [product.server, answerers[1]];
    const words = (from: string) => ({ answers: [{ question_id: "q1", custom_text: `${from} ${round}` }] });
    const rest = () => overRest(here, pendingId, round % 5 === 0 ? { rejected: true } : words("rest"));
    const mcp = () => overMcp(there, pendingId, words("mcp"));
    const [a, b] =
      round % 4 < 2 ? await Promise.all([rest(), mcp()]) : (await Promise.all([mcp(), rest()])).reverse();
    expect([a?.claimed, b?.claimed].sort()).toEqual([false, true]);
    expect(a).toEqual({ ...b, claimed: a?.claimed }); // the loser got the winner's answer, to the last key
    const winner = a?.claimed ? a : b;
    wins[a?.claimed ? "rest" : "mcp"] += 1;
    decided.set(pendingId, { status: winner?.status, response: winner?.response.answers[0] });
  });
  const rows = await product.sql<{ metadata: Record<string, unknown> }[]>`
    SELECT metadata FROM task_session_messages WHERE pending_id LIKE 'pending-%'`;
  expect(rows).toHaveLength(ROUNDS);
  for (const { metadata: row } of rows)
    expect({ status: row.status, response: row.response }).toEqual(decided.get(String(row.pending_id)));
  expect(Math.min(wins.rest, wins.mcp)).toBeGreaterThan(0); // else it was no race
  const audit = await product.sql`
    SELECT pending_id, count(*) FILTER (WHERE claimed)::int AS won, count(*) FILTER (WHERE NOT claimed)::int AS lost
    FROM clarification_audit GROUP BY pending_id HAVING count(*) FILTER (WHERE claimed) <> 1 OR count(*) <> 2`;
  expect(audit).toEqual([]);
}, 240_000);

describe("the agent that waits", () => {
  let session: OpenSession;
  let agents: McpConnection[];
  beforeAll(async () => {
    session = await openSession(product.server);
    agents = await Promise.all([product.server, second].map((server) => connectMcp(server, session.token)));
  });
  afterAll(() => Promise.all(agents.map((agent) => agent.close())));

  test("R3, R4: gets the winner's answer and no other, on whichever server it waits", async () => {
    for (let round = 0; round < 30; round += 1) {
      const [agent] = round % 2 === 0 ? agents : [...agents].reverse();
      if (agent === undefined) throw new Error("no agent");
      const asked = await blockOnAsk(agent, { questions: [question(`Round ${round}?`)] });
      const [rest, mcp] = await Promise.all([
        overRest(second, asked.pendingId, choose("a")),
        overMcp(answerers[0], asked.pendingId, choose("b")),
      ]);
      const told = z
        .object({ answers: z.tuple([z.object({ selected_options: z.tuple([z.string()]) })]) })
        .parse((await asked.outcome).structured);
      expect(told.answers[0].selected_options).toEqual([rest.claimed ? "a" : "b"]);
      expect([rest.claimed, mcp.claimed].sort()).toEqual([false, true]);
    }
  });
});

describe("R2, A9: an answer against what ends a question", () => {
  const post = (server: TestServer, path: string, body: unknown = {}) => send(server, "POST", path, { body });

  const races = [
    {
      rival: "a cancel",
      act: (_session: OpenSession, pendingId: string) =>
        post(second, `/api/v1/clarification/${pendingId}/cancel`),
      won: 404,
      lost: 200,
      status: "cancelled",
    },
    {
      rival: "a new turn",
      act: ({ sessionId }: OpenSession) => post(second, `/api/v1/sessions/${sessionId}/turns`),
      won: 201,
      lost: 201,
      status: "pending",
    },
    {
      rival: "the end of the session",
      act: ({ sessionId }: OpenSession) =>
        post(second, `/api/v1/sessions/${sessionId}/end`, { state: "failed" }),
      won: 200,
      lost: 200,
      status: "expired",
    },
  ];

  test.each(races)("$rival: one of the two happened, and both callers are told which", async (race) => {
    const outcomes = new Set<number>();
    await inFours(Array.from({ length: 60 }), async (_, round) => {
      const session = await openSession(product.server);
      const pendingId = await requestAnswer(product.server, session);
      const respond = () => post(product.server, respondPath(pendingId), choose("a"));
      const rival = () => race.act(session, pendingId);
      const [answer, other] =
        round % 2 === 0
          ? await Promise.all([respond(), rival()])
          : await Promise.all([rival(), respond()]).then(([first, later]) => [later, first] as const);
      outcomes.add(answer.status);
      const row = await readRow(pendingId);
      if (answer.status === 200) {
        expect(answer.json).toMatchObject({ claimed: true, status: "answered" });
        expect([other.status, row.status]).toEqual([race.won, "answered"]);
      } else {
        expect([answer.status, other.status, row.status]).toEqual([409, race.lost, race.status]);
        expect(row).not.toHaveProperty("response");
      }
    });
    expect(outcomes.size).toBe(2); // else it was no race
  });
});
