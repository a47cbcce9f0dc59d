import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";

export type Database = PostgresJsDatabase;
/** What a writer takes: the same queries, inside one transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Where a PostgreSQL listens: a URL, or the folder of a unix socket. */
export type Address =
  | string
  | {
      readonly socketFolder: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

export interface Connection {
  readonly db: Database;
  /** The driver itself, for LISTEN and session-level locks. */
  readonly sql: postgres.Sql;
  readonly address: Address;
}

/** Marks this product's connections in pg_stat_activity; the last such client stops an embedded server. */
export const APPLICATION_NAME = "kandev";

/** Opens a pool of at most `max` connections. They are made on demand, so this neither waits nor fails. */
export function connect(address: Address, { max = 16 }: { readonly max?: number } = {}): Connection {
  const options: postgres.Options<Record<string, never>> = {
    max,
    onnotice: () => undefined,
    connection: {
      application_name: APPLICATION_NAME,
      TimeZone: "UTC",
      DateStyle: "ISO",
      // Our statements are a few index look-ups whatever their parameters: planned once, not anew when statistics age.
      plan_cache_mode: "force_generic_plan",
    },
  };
  const sql =
    typeof address === "string"
      ? postgres(address, options)
      : postgres({
          ...options,
          host: address.socketFolder,
          port: address.port,
          username: address.user,
          database: address.database,
        });
  return { db: drizzle(preparing(sql)), sql, address };
}

/**
 * The same driver with prepared statements for drizzle's queries. Drizzle asks for unprepared ones, which are described
 * and planned anew each time: two round trips instead of one, and most of the cost of a claim.
 */
function preparing<T extends { readonly unsafe: postgres.Sql["unsafe"] }>(sql: T): T {
  return new Proxy(sql, {
    get(target, key) {
      if (key === "unsafe") {
        const unsafe: postgres.Sql["unsafe"] = (query, parameters, options) =>
          target.unsafe(query, parameters, {
            ...options,
            ...(parameters !== undefined && { prepare: true, simple: false }),
          });
        return unsafe;
      }
      const value: unknown = Reflect.get(target, key);
      if ((key !== "begin" && key !== "savepoint") || typeof value !== "function") return value;
      return (work: (scoped: postgres.TransactionSql) => unknown): unknown =>
        Reflect.apply(value, target, [(scoped: postgres.TransactionSql) => work(preparing(scoped))]);
    },
  });
}
