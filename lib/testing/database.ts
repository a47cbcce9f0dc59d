import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type postgres from "postgres";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";

const TEMPLATE_LOCK = 5_263_711;

export interface TestDatabase {
  /** A URL: for `connect`, and for the DATABASE_URL of a server. */
  readonly address: string;
  /** Drops the database together with whatever connections are left. */
  drop(): Promise<void>;
}

/** Makes a migrated, empty database on the server of TEST_DATABASE_URL (see global-setup.ts). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `kandev_test_${randomBytes(6).toString("hex")}`;
  await onServer(async (sql) => {
    const template = await ensureTemplate(sql);
    await sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)}`;
  });
  const drop = () => onServer((sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`);
  return { address: urlOf(name), drop: () => drop().then(() => undefined) };
}

/** Named after the migrations, so that a server of one's own never serves an older schema. */
async function ensureTemplate(sql: postgres.Sql): Promise<string> {
  const journal = await readFile(join(process.cwd(), "db/migrations/meta/_journal.json"));
  const template = `kandev_template_${createHash("sha256").update(journal).digest("hex").slice(0, 12)}`;
  await sql`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`; // until the connection closes
  const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${template}`;
  if (found) return template;
  const unfinished = `${template}_new`;
  await sql`DROP DATABASE IF EXISTS ${sql(unfinished)} WITH (FORCE)`;
  await sql`CREATE DATABASE ${sql(unfinished)}`;
  await migrate(urlOf(unfinished));
  await sql`ALTER DATABASE ${sql(unfinished)} RENAME TO ${sql(template)}`;
  return template;
}

function urlOf(database: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL is not set: lib/testing/global-setup.ts sets it");
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { sql } = connect(urlOf("postgres"), { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
