import { mkdir, realpath, rmdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { type Address, APPLICATION_NAME } from "./client";
import { ensureCluster } from "./server/cluster";
import { withLock } from "./server/lock";
import { findPlace, type Place } from "./server/place";
import { findRunning, type Listening, startServer, stopServer, USER } from "./server/postmaster";

const DATABASE = "kandev";
/** Every app holds one such connection for its whole life: the last holder stops the server. */
const HOLDER_NAME = `${APPLICATION_NAME}-holder`;

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: { info(message: string): void; warn(message: string): void };
  /** Also listens on this port of 127.0.0.1, with passwords. For tests. */
  readonly tcpPort?: number;
  /** Who runs PostgreSQL when this process is root: the first of these users that exists. */
  readonly runAs?: readonly string[];
}

export interface EmbeddedServer {
  readonly address: Exclude<Address, string>;
  /** To be shown at the start: something lies outside the data dir. */
  readonly notice: string | undefined;
  /** Stops the server unless another app uses it. Close the other connections of this process first. */
  release(): Promise<void>;
}

/**
 * Starts the PostgreSQL of this data dir, or adopts the one that runs there already. Its errors say what to do and
 * are meant for whoever started the app.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  await mkdir(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
  const dataDir = await realpath(options.dataDir);
  return await withLock(dataDir, async () => {
    const place = await findPlace(dataDir, options.runAs ?? ["postgres", "nobody"]);
    await ensureCluster(place);
    const listening = await ensureRunning(place, options.tcpPort);
    const holder = hold(listening, async () => {
      options.log.warn("Lost PostgreSQL: looking for it, or starting it again");
      await withLock(dataDir, () => ensureRunning(place, options.tcpPort));
    });
    await ensureDatabase(holder.sql).catch(async (error: unknown) => {
      holder.ended = true;
      await holder.sql.end({ timeout: 1 });
      throw error;
    });
    let released: Promise<void> | undefined;
    return {
      address: { socketFolder: listening.socketFolder, port: listening.port, user: USER, database: DATABASE },
      notice: place.notice,
      release: () => (released ??= withLock(dataDir, () => letGo(holder, place, listening))),
    };
  });
}

async function ensureRunning(place: Place, tcpPort?: number): Promise<Listening> {
  for (let attempt = 1; ; attempt++) {
    const running = await findRunning(place);
    if (running) return running;
    try {
      return await startServer(place, tcpPort);
    } catch (error) {
      if (attempt === 3) throw error;
      await sleep(500); // the children of a killed server need a moment to go
    }
  }
}

interface Holder {
  readonly sql: postgres.Sql;
  ended: boolean;
}

/** Keeps one connection open, with `repair` when it breaks, until `ended` is set. */
function hold({ socketFolder, port }: Listening, repair: () => Promise<void>): Holder {
  let repairing = false;
  const reopen = async () => {
    if (repairing) return;
    repairing = true;
    while (!holder.ended) {
      const reopened = await repair()
        .then(() => holder.sql`SELECT 1`)
        .catch(() => undefined);
      if (reopened) break;
      await sleep(1000, undefined, { ref: false });
    }
    repairing = false;
  };
  const sql = postgres({
    host: socketFolder,
    port,
    username: USER,
    database: "postgres",
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    fetch_types: false,
    onclose: () => void reopen(),
    connection: { application_name: HOLDER_NAME },
  });
  const holder: Holder = { sql, ended: false };
  return holder;
}

async function letGo(holder: Holder, place: Place, { socketFolder }: Listening): Promise<void> {
  holder.ended = true;
  const { sql } = holder;
  const others = await sql`
    SELECT pid FROM pg_stat_activity WHERE application_name = ${HOLDER_NAME} AND pid <> pg_backend_pid()
  `.catch(() => undefined);
  // A closed connection is listed for a moment longer: whoever leaves next must not count this one.
  await sql`SET application_name = 'kandev-left'`.catch(() => undefined);
  await sql.end({ timeout: 1 });
  if (others?.length !== 0) return;
  await stopServer(place);
  await rmdir(socketFolder).catch(() => undefined);
}

async function ensureDatabase(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE}`;
  if (!found) await sql`CREATE DATABASE ${sql(DATABASE)}`;
}
