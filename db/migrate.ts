import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { type Address, type Connection, connect } from "./client";

/** Any number no other program uses: two servers that start together migrate one after the other. */
const MIGRATION_LOCK = 5_263_710;
const LEAST_VERSION = 140_000;

/** Applies the generated migrations on a connection of its own. Throws when the server is older than PostgreSQL 14. */
export async function migrate(
  address: Address,
  folder = join(process.cwd(), "db/migrations"),
): Promise<void> {
  const connection: Connection = connect(address, { max: 1 });
  try {
    const [row] = await connection.sql`SELECT current_setting('server_version_num')::int AS version`;
    if (Number(row?.version) < LEAST_VERSION)
      throw new Error("DATABASE_URL must point to PostgreSQL 14 or newer");
    await connection.db.execute(sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await applyMigrations(connection.db, { migrationsFolder: folder });
  } finally {
    await connection.sql.end({ timeout: 5 });
  }
}
