import type postgres from "postgres";
import { connect, type Database } from "@/db/client";
import { createTestDatabase } from "./database";
import { startServer, type TestServer } from "./server";

/** A database of its own with servers on it: what a test file runs against. */
export interface Product {
  /** The first server. */
  readonly server: TestServer;
  readonly db: Database;
  readonly sql: postgres.Sql;
  readonly databaseUrl: string;
  /** Starts one more server, which `stop` stops as well. */
  start(env?: Readonly<Record<string, string>>): Promise<TestServer>;
  /** Stops everything. Throws when a server did not end well, or logged an error that no pattern expects. */
  stop(expected?: readonly RegExp[]): Promise<void>;
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const database = await createTestDatabase();
  const { db, sql } = connect(database.address, { max: 4 });
  const servers: TestServer[] = [];
  const start = async (more: Readonly<Record<string, string>> = env) => {
    const server = await startServer({ databaseUrl: database.address, env: more });
    servers.push(server);
    return server;
  };
  return {
    server: await start(),
    db,
    sql,
    databaseUrl: database.address,
    start,
    async stop(expected = []) {
      const codes = await Promise.all(servers.map((server) => server.stop()));
      await sql.end();
      await database.drop();
      const errors = servers.flatMap((server) => [
        ...errorLines(server.output(), expected),
        ...(SECRETS.test(server.output()) ? ["(a credential, SQL or a stack)"] : []),
      ]);
      if (errors.length > 0) throw new Error(`A server logged errors:\n${errors.join("\n")}`);
      const failed = codes.filter((code) => code !== 0 && code !== null); // null: a test has killed it
      if (failed.length > 0) throw new Error(`A server ended with exit code ${failed.join(", ")}`);
    },
  };
}

/** What no output of a server may show (contract 4). */
const SECRETS = /kandev_(pat|session|agent)_[0-9a-f]{8}_|Failed query|"stack"|\n\s+at \S+ \(/;

/** Error lines of our own log (level 50 and up), and what Next prints about a failed request. */
export const errorLines = (output: string, expected: readonly RegExp[] = []): string[] =>
  output
    .split("\n")
    .filter((line) => /"level":[56]0|^\s*⨯/.test(line) && !expected.some((pattern) => pattern.test(line)));
