import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import { connect } from "@/db/client";
import type { Context } from "@/lib/context";
import { contextFor, createTestApp } from "./app";

const counted = z.tuple([z.object({ rows: z.coerce.number() })]);

/** How many rows and index entries the tables of a database give out for some work, without what a server's start reads. */
export async function rowsRead(address: string, work: (ctx: Context) => Promise<unknown>): Promise<number> {
  const idle = await readWith(address, () => Promise.resolve());
  return (await readWith(address, work)) - idle;
}

/** Rows and index entries that the tables gave out so far. PostgreSQL counts a connection's reads when it ends. */
async function readSoFar(address: string): Promise<number> {
  const { db, sql: driver } = connect(address, { max: 1 });
  const result = await db.execute(sql`
    SELECT (SELECT sum(seq_tup_read + COALESCE(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
      + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes) AS rows`);
  await driver.end();
  return counted.parse([...result])[0].rows;
}

async function readWith(address: string, work: (ctx: Context) => Promise<unknown>): Promise<number> {
  const before = await settledReads(address);
  const server = await createTestApp(address);
  await work(contextFor(server.app));
  await server.close();
  return (await settledReads(address)) - before;
}

/** The connections of a closed app take a moment to leave; their counts arrive with their end. */
async function settledReads(address: string): Promise<number> {
  const { sql: driver } = connect(address, { max: 1 });
  const others = () =>
    driver`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await others()).length).toBe(0);
  await driver.end();
  return readSoFar(address);
}
