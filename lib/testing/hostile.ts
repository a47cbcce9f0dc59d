import type postgres from "postgres";
import { expect } from "vitest";
import type { Reply } from "./http";

/** What tests throw at every door, and what must be true of the answer. */

/** Bodies that are not the JSON object that every route wants. */
export const NOT_AN_OBJECT: readonly (readonly [string, string | Uint8Array])[] = [
  ["no JSON", "{"],
  ["an array", "[]"],
  ["a text", '"x"'],
  ["null", "null"],
  ["a number", "5"],
  ["bytes that are not UTF-8", Buffer.from('{"title":"\xff\xfe"}', "latin1")],
  ["a hundred thousand brackets", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["a hundred thousand open brackets", '{"a":'.repeat(100_000)],
];

/** Values that no text field takes, as JSON. A lone surrogate cannot be said in JavaScript's own UTF-8. */
export const NO_TEXT = ["5", "null", "true", "[]", "{}", '["x"]', '"a\\u0000b"', '"a\\ud800b"', '"\\udc00"'];

/** Ids that no row has, as they stand in a path. */
export const ODD_IDS = [
  "nobody",
  "x".repeat(10_000),
  "%00",
  "a%00b",
  "%ff",
  "%ED%A0%80",
  "%",
  "__proto__",
  "constructor",
  "..%2f..%2fetc",
  "%F0%9F%98%80",
  "%27%3B%20DROP%20TABLE%20tasks",
  "[id]",
  "%20",
  "null",
];

/** A body whose length is not told in advance. */
export const inChunks = (texts: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

/** For `test.each`: a long value has a short name in the title. */
export const named = (values: readonly string[]): [string, string][] =>
  values.map((value) => [value.slice(0, 40), value]);

const INSIDE =
  /postgres|drizzle|select |insert |update |delete |relation|constraint|violates|syntax error|node_modules|webpack|\.next|\bat \S+ \(|\.[tj]s:\d|stack/i;

/** Of every answer to bad input: it is no failure of the server and shows nothing of its inside. */
export function expectHarmless(reply: Pick<Reply, "status" | "text">): void {
  expect(reply.status).toBeLessThan(500);
  expect(reply.text.slice(0, 5000)).not.toMatch(INSIDE);
}

/** Checks an error body: exactly `{error, code}`. */
export function expectRefusal(reply: Reply, status: number, code: string): void {
  expectHarmless(reply);
  expect([reply.status, reply.json]).toEqual([status, { error: expect.any(String) as string, code }]);
}

const TABLES = [
  "workspaces",
  "tasks",
  "task_sessions",
  "task_session_turns",
  "task_session_messages",
  "session_tokens",
  "clarification_origins",
  "clarification_waiters",
  "clarification_deliveries",
  "clarification_candidates",
  "clarification_audit",
];

/** A digest of every row, to see that nothing was written. */
export async function digestRows(sql: postgres.Sql): Promise<Readonly<Record<string, unknown>>> {
  const digests = TABLES.map(async (table) => {
    const [row] = await sql`
      SELECT count(*)::int AS rows, md5(COALESCE(string_agg(t::text, ',' ORDER BY t::text), '')) AS digest
      FROM ${sql(table)} t`;
    return [table, row] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
