import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";
import { connect } from "@/db/client";
import { type EmbeddedServer, startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { endLeftAgents } from "./agents/end-left-agent";
import { runQueued } from "./agents/run-queued";
import { killAgents, stopAgents } from "./agents/stop-agents";
import type { App } from "./app";
import { reconcile } from "./clarification/reconcile";
import { createApp } from "./create-app";
import { publicUrl } from "./address";
import { type Env, parseEnv } from "./env";
import { createLog, type Log } from "./log";
import { guard } from "./http/guard";
import { reconcilePermissions } from "./permissions/reconcile-permissions";
import { publishServer, setApp } from "./runtime";
import { isSetUp, setUpCode } from "./users/set-up";
import { sweepCalls } from "./servers/sweep-calls";
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
  process.once("exit", () => killAgents(app));
  await reconcileAll(app);
  setApp(app);
  const reconciling = keepReconciling(app, stopping.signal);
  publishServer({
    env,
    notices: [...(embedded?.notice === undefined ? [] : [embedded.notice]), ...(await firstRunNotice(app))],
    guard: guard(env, { dev: process.env.NODE_ENV === "development" }),
    async drain() {
      stopping.abort();
      await stopAgents(app);
    },
    async stop() {
      stopping.abort();
      await app.permissions.idle();
      await reconciling;
      await unregisterServer(app).catch(() => undefined);
      await app.hub.close();
      await app.sql.end({ timeout: 5 });
      await embedded?.release();
    },
  });
}

/** Cleans up after servers that died: their agents and prompts first, so that what waits for an answer is judged last. */
async function reconcileAll(app: App): Promise<void> {
  await reconcilePermissions(app);
  await endLeftAgents(app);
  await reconcile(app);
  await sweepCalls(app);
}

async function keepReconciling(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await runQueued(app); // at the start, too: an agent connects later than this server serves
      await delay(RECONCILE_MS, undefined, { signal, ref: false });
      await reconcileAll(app);
    } catch (error) {
      if (!signal.aborted) app.log.error({ err: error }, "reconciliation failed; it is tried again");
    }
  }
}
