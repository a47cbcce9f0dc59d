import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
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
  return {
    url: `postgres://kandev:${password}@127.0.0.1:${tcpPort}/kandev`,
    stop: async () => {
      await server.release();
      await rm(dataDir, { recursive: true, force: true });
    },
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
