import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "@/db/client";
import type { App } from "@/lib/app";
import { ask } from "@/lib/clarification/ask";
import type { AskedQuestion } from "@/lib/clarification/normalize";
import type { Outcome, SubmittedAnswer } from "@/lib/clarification/outcome";
import type { WaitResult } from "@/lib/clarification/waiters";
import { CHANNEL, type Hint } from "@/lib/events/hints";
import { newId } from "@/lib/ids";
import { agentContext, type TestApp } from "./app";

/** What tests of questions say over and over: outcomes, asks, and looks at the rows and at the hints. */

export const pick = (questionId: string, options: readonly string[] = [], text = ""): SubmittedAnswer => ({
  question_id: questionId,
  selected_options: options,
  custom_text: text,
});

export const answered = (...answers: readonly SubmittedAnswer[]): Outcome => ({
  answers,
  rejected: false,
  reason: "",
});

export const rejected = (reason = ""): Outcome => ({ answers: [], rejected: true, reason });

/** Answers the one question of a bundle of the factories with its option `a`. */
export const choosesA = answered(pick("q1", ["a"]));

/** One question as an agent asks it, with the options `a` and `b`. */
export const oneQuestion = (prompt = "Which one?") => [
  {
    id: "q1",
    prompt,
    options: [
      { option_id: "a", label: "A", description: "the first" },
      { option_id: "b", label: "B", description: "the second" },
    ],
  },
];

const metadataRows = z.array(
  z.object({ metadata: z.record(z.string(), z.unknown()), updated_at: z.string() }),
);

/** The metadata of a bundle's rows, by question index, then id. */
export async function readMetadata(
  db: Database,
  pendingId: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = metadataRows.parse([
    ...(await db.execute(sql`
      SELECT metadata, updated_at FROM task_session_messages WHERE pending_id = ${pendingId}
      ORDER BY metadata -> 'question_index', id`)),
  ]);
  return rows.map((row) => row.metadata);
}

/** Everything a bundle's rows hold, to see that nothing was written. */
export async function snapshot(db: Database, pendingId: string): Promise<unknown> {
  return [
    ...(await db.execute(sql`
      SELECT to_jsonb(m) AS row FROM task_session_messages m WHERE pending_id = ${pendingId} ORDER BY id`)),
  ];
}

export const isDeliveryPending = async (db: Database, pendingId: string): Promise<boolean> =>
  (await readMetadata(db, pendingId)).some((row) => row.response_delivery_pending === true);

export const isDetached = async (db: Database, pendingId: string): Promise<boolean> =>
  (await readMetadata(db, pendingId)).some((row) => row.agent_disconnected === true);

/** How many rows a table has for a bundle. */
export async function countRows(
  db: Database,
  table: "clarification_waiters" | "clarification_deliveries" | "clarification_audit",
  pendingId: string,
): Promise<number> {
  const rows = await db.execute(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE pending_id = ${pendingId}`);
  return rows.length;
}

export interface Listener {
  readonly hints: readonly Hint[];
  /** Resolves when everything sent before this call has been heard. */
  sync(): Promise<void>;
  stop(): void;
}

/** Hears the hints of all servers as `app` does. */
export function listen(app: App): Listener {
  const hints: Hint[] = [];
  const markers = new Map<string, () => void>();
  const stop = app.hub.subscribe({
    onHint(hint) {
      const heard = hint.name === "mcp.cancelled" ? markers.get(hint.call) : undefined;
      if (heard === undefined) hints.push(hint);
      else heard();
    },
    onGap: () => undefined,
  });
  return {
    hints,
    stop,
    async sync() {
      const marker = newId();
      const heard = new Promise<void>((resolve) => markers.set(marker, resolve));
      const payload = JSON.stringify({ name: "mcp.cancelled", call: marker });
      await app.db.execute(sql`SELECT pg_notify(${CHANNEL}, ${payload})`);
      await heard;
    },
  };
}

/** Resolves when `app` has dealt with every hint sent so far about a bundle it waits on. */
export async function settleHints(app: App, pendingId: string): Promise<void> {
  const listener = listen(app);
  await listener.sync();
  listener.stop();
  await app.waiters.runFor(pendingId, () => Promise.resolve());
}

/** How many queries of this database wait for a lock. */
export async function countBlocked(db: Database): Promise<number> {
  const rows = await db.execute(sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows.length;
}

export async function untilBlocked(db: Database, queries = 1): Promise<void> {
  while ((await countBlocked(db)) < queries) continue;
}

/** A connection that nobody closes, and a wait that outlasts every test. */
export const patient = () => ({ signal: new AbortController().signal, waitSeconds: 600 });

export interface Blocked {
  readonly pendingId: string;
  /** How the wait ends. */
  readonly result: Promise<WaitResult>;
  /** Closes the caller's connection. */
  readonly hangUp: () => void;
}

/** An agent's call that asks and now blocks. */
export async function askAndBlock(
  app: App,
  sessionId: string,
  questions: readonly AskedQuestion[] = oneQuestion(),
  waitSeconds = patient().waitSeconds,
): Promise<Blocked> {
  const connection = new AbortController();
  const asked = await ask(
    agentContext(app, sessionId),
    { sessionId, questions, context: "" },
    { signal: connection.signal, waitSeconds },
  );
  if (asked.kind !== "open" || asked.result === undefined) throw new Error(`the ask is ${asked.kind}`);
  return { pendingId: asked.pendingId, result: asked.result, hangUp: () => connection.abort() };
}

/** What a server has logged as a warning or an error since the last look. */
export const takeLog = (server: TestApp): unknown[] => (server.logged as unknown[]).splice(0);

/** For afterEach: fails when one of these servers logged something that no test has taken. */
export const quiet =
  (...servers: readonly (() => TestApp)[]) =>
  () =>
    expect(servers.flatMap((server) => takeLog(server()))).toEqual([]);
