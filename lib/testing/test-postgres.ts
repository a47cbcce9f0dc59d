import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@/db/client";
import { startEmbedded } from "@/db/embedded";

const silent = { info: () => undefined, warn: () => undefined };

export interface TestPostgres {
  /** Of the superuser, so that tests can make databases. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder that also takes TCP connections, for a DATABASE_URL cannot name a unix
 * socket to every client. Only the returned password opens it.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await makeTemporaryFolder("kandev-test-");
  const tcpPort = await findFreePort();
  const password = randomBytes(16).toString("hex");
  const server = await startEmbedded({ dataDir, log: silent, tcpPort });
  const { sql } = connect(server.address, { max: 1 });
  await sql.unsafe(`ALTER ROLE kandev PASSWORD '${password}'`); // it is hexadecimal
  await sql.end();
  const endWatch = endWithThisProcess(dataDir, server.address.socketFolder);
  return {
    url: `postgres://kandev:${password}@127.0.0.1:${tcpPort}/kandev`,
    stop: async () => {
      await server.release();
      await endWatch();
    },
  };
}

/** An embedded server outlives its app; this one must not outlive a run of tests that is killed. */
function endWithThisProcess(dataDir: string, socketFolder: string): () => Promise<void> {
  const script =
    'cat > /dev/null; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; sleep 0.1; rm -rf "$1" "$2"';
  const watch = spawn("/bin/sh", ["-c", script, "sh", dataDir, socketFolder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.unref();
  const ended = new Promise<void>((done) => watch.once("exit", () => done()));
  return () => {
    watch.ref();
    watch.stdin.end();
    return ended;
  };
}

/** A fresh folder that PostgreSQL's own user can enter. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}

function findFreePort() {
  return new Promise<number>((found, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
