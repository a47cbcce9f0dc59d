import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import { connect } from "@/db/client";
import { type EmbeddedServer, startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import type { App } from "./app";
import { reconcile } from "./clarification/reconcile";
import { createApp } from "./create-app";
import { publicUrl } from "./address";
import { type Env, parseEnv } from "./env";
import { createLog, type Log } from "./log";
import { guard } from "./http/guard";
import { publishServer, setApp } from "./runtime";
import { isSetUp, setUpCode } from "./users/set-up";
import { unregisterServer } from "./servers/register-server";

const RECONCILE_MS = 30_000;

/**
 * Starts what a server needs, before its first request: configuration, database, migrations, the event connection and
 * reconciliation. A failure is printed and ends the process, because a server that half started answers nobody.
 */
export async function boot(): Promise<void> {
  let embedded: EmbeddedServer | undefined;
  try {
    const env = parseEnv(process.env);
    // next-auth then takes the origin from the request's Host, which `guard` has checked.
    delete process.env.NEXTAUTH_URL;
    process.env.AUTH_TRUST_HOST = "1";
    const log = createLog(env);
    if (env.DATABASE_URL === undefined) embedded = await startEmbedded({ dataDir: env.KANDEV_DATA_DIR, log });
    await start(env, log, embedded);
  } catch (error) {
    process.stderr.write(`Kandev cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env.LOG_LEVEL === "debug") process.stderr.write(`${inspect(error)}\n`);
    await embedded?.release().catch(() => undefined);
    process.exit(1);
  }
}

/** What to do on a server with accounts that has none yet. */
async function firstRunNotice(app: App): Promise<readonly string[]> {
  if (app.env.KANDEV_AUTH === "disabled" || (await isSetUp(app.db))) return [];
  const code = setUpCode(app);
  return [
    `First run: open ${publicUrl(app)}/setup and create your account${code === undefined ? "." : ` with the code ${code}.`}`,
  ];
}

async function start(env: Env, log: Log, embedded: EmbeddedServer | undefined): Promise<void> {
  const address = embedded?.address ?? env.DATABASE_URL ?? "";
  await migrate(address);
  const stopping = new AbortController();
  const app = await createApp({ ...connect(address), env, log, draining: stopping.signal });
  await reconcile(app);
  setApp(app);
  const reconciling = keepReconciling(app, stopping.signal);
  publishServer({
    env,
    notices: [...(embedded?.notice === undefined ? [] : [embedded.notice]), ...(await firstRunNotice(app))],
    guard: guard(env, { dev: process.env.NODE_ENV === "development" }),
    drain() {
      stopping.abort();
      return Promise.resolve();
    },
    async stop() {
      stopping.abort();
      await reconciling;
      await unregisterServer(app).catch(() => undefined);
      await app.hub.close();
      await app.sql.end({ timeout: 5 });
      await embedded?.release();
    },
  });
}

async function keepReconciling(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await delay(RECONCILE_MS, undefined, { signal, ref: false });
      await reconcile(app);
    } catch (error) {
      if (!signal.aborted) app.log.error({ err: error }, "reconciliation failed; it is tried again");
    }
  }
}
