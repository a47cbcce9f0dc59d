import type postgres from "postgres";
import { expect } from "vitest";

/** A place where triggers of a test hold transactions: they wait for an advisory lock that the test has. */
export interface Gate {
  /** Closes it; what then comes waits. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** The backends that wait at it. */
  waiting(): Promise<readonly number[]>;
  /** Waits until so many are there. */
  holds(count: number): Promise<void>;
  /** Gives its connection back. */
  release(): void;
}

/** Makes the gate that `pg_advisory_xact_lock_shared(key)` in a trigger waits at. */
export async function makeGate(sql: postgres.Sql, key: number): Promise<Gate> {
  const holder = await sql.reserve();
  const waiting = async () =>
    (
      await sql<{ pid: number }[]>`
        SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${key} AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    ).map((row) => row.pid);
  return {
    waiting,
    close: async () => void (await holder`SELECT pg_advisory_lock(${key})`),
    open: async () => void (await holder`SELECT pg_advisory_unlock(${key})`),
    holds: (count) => expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(count),
    release: () => holder.release(),
  };
}
