import { execFile, spawn } from "node:child_process";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { program } from "./binaries";
import { run, runningAs } from "./os-user";
import type { Place } from "./place";
import { makeSocketFolder } from "./socket-folder";

/** The superuser that initdb makes; its connections come through the private socket. */
export const USER = "kandev";

/** The socket of a running server is `<socketFolder>/.s.PGSQL.<port>`. */
export interface Listening {
  readonly socketFolder: string;
  readonly port: number;
}

const DEFAULT_PORT = 5432;
const RECOVERY_SECONDS = 300;
const UNREACHABLE_SECONDS = 5;
const LOG_BYTES = 5_000_000;

const settings = (socketFolder: string, tcpPort: number | undefined) => ({
  listen_addresses: tcpPort ? "127.0.0.1" : "",
  port: tcpPort ?? DEFAULT_PORT,
  unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  unix_socket_permissions: "0700",
  max_connections: 200,
  jit: "off",
  max_parallel_workers_per_gather: 0, // small queries; and containers have little shared memory
  log_min_messages: "log", // a failed statement is the client's to report: its text may be a user's
  log_checkpoints: "off",
});

/**
 * The running server of this cluster, waited for while it starts, recovers or stops; undefined when there is none.
 * A server that nobody can reach any more (its socket was swept away) is stopped.
 */
export async function findRunning(place: Place): Promise<Listening | undefined> {
  const giveUp = Date.now() + RECOVERY_SECONDS * 1000;
  let unreachableAt = Date.now() + UNREACHABLE_SECONDS * 1000;
  while (Date.now() < giveUp) {
    const file = await readPidFile(place.cluster);
    if (!file) return undefined;
    const state = await probe(file, place.cluster);
    if (state === "ready") return file;
    if (state === "busy") unreachableAt = Date.now() + UNREACHABLE_SECONDS * 1000;
    else if (!(await isPostmaster(file.pid, place.cluster))) {
      // After a crash of the machine another program may have this number, and PostgreSQL would refuse to start.
      await rm(join(place.cluster, "postmaster.pid"), { force: true });
      return undefined;
    } else if (Date.now() > unreachableAt) {
      await stopServer(place);
      return undefined;
    }
    await sleep(50);
  }
  throw new Error(`PostgreSQL in ${place.cluster} is still not ready: see ${place.logFile}`);
}

/** Starts a server that outlives this process and waits until it takes connections. */
export async function startServer(place: Place, tcpPort?: number): Promise<Listening> {
  const socketFolder = await makeSocketFolder(place.user, place.key);
  const listening = { socketFolder, port: tcpPort ?? DEFAULT_PORT };
  const log = await openLog(place);
  let ended: string | undefined;
  try {
    const options = Object.entries(settings(socketFolder, tcpPort)).flatMap(([key, value]) => [
      "-c",
      `${key}=${value}`,
    ]);
    const child = spawn(program(place.binaries, "postgres"), ["-D", place.cluster, ...options], {
      ...runningAs(place.user),
      detached: true, // Ctrl-C reaches a whole process group, and this server may be shared
      stdio: ["ignore", log.fd, log.fd],
    });
    child.on("error", (error) => (ended = error.message));
    child.on("exit", (code, signal) => (ended = `ended with ${code ?? signal ?? "no code"}`));
    child.unref();
    while ((await probe(listening, place.cluster)) !== "ready") {
      if (ended !== undefined)
        throw new Error(`PostgreSQL did not start (${ended}). ${await tail(place.logFile)}`);
      await sleep(20);
    }
    return listening;
  } finally {
    await log.close();
  }
}

/** Ends every connection and stops the server. Throws when it does not stop within a minute. */
export async function stopServer(place: Place): Promise<void> {
  const args = ["stop", "-D", place.cluster, "-m", "fast", "-w", "-t", "60", "-s"];
  const { ok, output } = await run(place.user, program(place.binaries, "pg_ctl"), args);
  if (!ok) throw new Error(`PostgreSQL in ${place.cluster} did not stop: ${output}`);
}

async function readPidFile(cluster: string) {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), socketFolder: lines[4] ?? "" } : undefined;
}

async function probe(at: Listening, cluster: string): Promise<"ready" | "busy" | "absent"> {
  if (!at.socketFolder.startsWith("/")) return "absent"; // not written yet
  const sql = postgres({
    host: at.socketFolder,
    port: at.port,
    username: USER,
    database: "postgres",
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
  });
  try {
    const [row] = await sql`SELECT current_setting('data_directory') AS folder`;
    return row?.folder === cluster ? "ready" : "absent";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ECONNREFUSED" ? "absent" : "busy";
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8")
    .catch(() =>
      promisify(execFile)("ps", ["-ww", "-o", "args=", "-p", String(pid)]).then(({ stdout }) => stdout),
    )
    .catch(() => undefined);
  return command === undefined || command.includes(cluster);
}

async function openLog(place: Place) {
  const size = await stat(place.logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > LOG_BYTES) await rename(place.logFile, `${place.logFile}.1`);
  const log = await open(place.logFile, "a", 0o600);
  if (!place.user.isSelf) await log.chown(place.user.uid, place.user.gid);
  return log;
}

async function tail(file: string): Promise<string> {
  const lines = (await readFile(file, "utf8").catch(() => "")).trim().split("\n");
  return `The end of ${file}:\n${lines.slice(-5).join("\n")}`;
}
