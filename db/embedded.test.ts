import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, readFile, readlink, rm, stat, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { makeTemporaryFolder } from "@/lib/testing/test-postgres";
import { type Address, connect } from "./client";
import { type EmbeddedServer, startEmbedded } from "./embedded";
import { copyBinaries, findInstalled, program } from "./server/binaries";
import { run } from "./server/os-user";

const isRoot = process.getuid?.() === 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function makeDataDir(name = "data"): Promise<string> {
  const parent = await makeTemporaryFolder("kandev-embedded-");
  cleanups.push(() => rm(parent, { recursive: true, force: true }));
  return join(parent, name);
}

async function start(dataDir: string, more: { runAs?: string[] } = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({
    dataDir,
    log: { info: () => undefined, warn: () => undefined },
    ...more,
  });
  cleanups.push(() => server.release());
  return server;
}

/** Another process that uses the PostgreSQL of this data dir. */
function spawnHolder(dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, [
    "--import",
    "tsx",
    "lib/testing/hold-embedded.ts",
    dataDir,
  ]);
  let output = "";
  child.stdout?.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr?.on("data", (text: Buffer) => (output += text.toString()));
  const exited = new Promise<number | null>((ended) => child.once("exit", ended));
  cleanups.push(async () => {
    child.stdin?.end();
    await exited;
  });
  return {
    holding: () => vi.waitFor(() => expect(output).toContain("holding"), { timeout: 20_000, interval: 10 }),
    leave: async () => {
      child.stdin?.end();
      expect({ code: await exited, output }).toEqual({ code: 0, output: "holding\n" });
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function ask(address: Address, query: string): Promise<unknown> {
  const { sql } = connect(address, { max: 1 });
  try {
    const [row] = await sql.unsafe(query).values();
    return Array.isArray(row) ? row[0] : undefined;
  } finally {
    await sql.end();
  }
}

async function postmaster(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}

const ended = (pid: number) =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 10_000, interval: 10 });

test("a first start makes a durable database that only its own user reaches, and release ends it", async () => {
  const dataDir = await makeDataDir();
  const server = await start(dataDir);
  expect(await ask(server.address, "SELECT current_setting('fsync')")).toBe("on");
  expect(await ask(server.address, "SELECT current_setting('listen_addresses')")).toBe("");
  expect(await ask(server.address, "SELECT current_database()")).toBe("kandev");
  expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
  const { socketFolder } = server.address;
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);

  const pid = await postmaster(dataDir);
  await server.release();
  await ended(pid);
  await expect(stat(socketFolder)).rejects.toThrow("ENOENT");
});

test("data outlives a restart", async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await ask(first.address, "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.release();
  expect(await ask((await start(dataDir)).address, "SELECT answer FROM kept")).toBe(42);
});

test("the server of a killed app is adopted, and stopped by the app that adopted it", async () => {
  const dataDir = await makeDataDir();
  const killed = spawnHolder(dataDir);
  await killed.holding();
  const pid = await postmaster(dataDir);
  await killed.kill();

  const adopter = await start(dataDir);
  expect(await postmaster(dataDir)).toBe(pid);
  await adopter.release();
  await ended(pid);
});

test("two apps share one server, and the last one out stops it", async () => {
  const dataDir = await makeDataDir();
  const [one, two] = [spawnHolder(dataDir), spawnHolder(dataDir)]; // both make the first start
  await Promise.all([one.holding(), two.holding()]);
  const pid = await postmaster(dataDir);

  await one.leave();
  process.kill(pid, 0);
  const third = await start(dataDir);
  await two.leave();
  expect(await ask(third.address, "SELECT 1")).toBe(1);
  await third.release();
  await ended(pid);
});

test("apps that leave at the same moment leave no server behind", async () => {
  const dataDir = await makeDataDir();
  const apps = [spawnHolder(dataDir), spawnHolder(dataDir), spawnHolder(dataDir)];
  await Promise.all(apps.map((app) => app.holding()));
  const pid = await postmaster(dataDir);
  await Promise.all(apps.map((app) => app.leave()));
  await ended(pid);
});

test("a start that was killed while it held the lock does not block the next one", async () => {
  const dataDir = await makeDataDir();
  await mkdir(join(dataDir, "postgres.lock"), { recursive: true });
  const server = await start(dataDir);
  expect(await ask(server.address, "SELECT 1")).toBe(1);
});

test("a server that was killed is started again, and its clients find it where it was", async () => {
  const dataDir = await makeDataDir();
  const server = await start(dataDir);
  const pid = await postmaster(dataDir);
  process.kill(pid, "SIGKILL");
  await ended(pid);
  await vi.waitFor(() => ask(server.address, "SELECT 1"), { timeout: 20_000, interval: 100 });
  expect(await postmaster(dataDir)).not.toBe(pid);
});

test("a crash of the machine is recovered, even when another program has the server's old number", async () => {
  const dataDir = await makeDataDir();
  await (await start(dataDir)).release();
  const cluster = join(dataDir, "postgres");
  await writeFile(
    join(cluster, "postmaster.pid"),
    [process.pid, cluster, 1, 5432, "/tmp/gone", "", ""].join("\n"),
  );
  const server = await start(dataDir);
  expect(await ask(server.address, "SELECT 1")).toBe(1);
});

test("a long path with spaces and quotes is a data dir like any other", async () => {
  const dataDir = await makeDataDir(`it's "long" ${"and winding ".repeat(15)}`);
  expect(await ask((await start(dataDir)).address, "SELECT 1")).toBe(1);
});

test("links that npm left out are restored", async () => {
  const { folder } = await findInstalled();
  if (process.platform !== "linux") return;
  const link = join(folder, "lib/libecpg.so");
  await unlink(link);
  await start(await makeDataDir());
  expect(await readlink(link)).toMatch(/^libecpg\.so\.\d/);
});

test("the programs run from a copy", async () => {
  const parent = await makeTemporaryFolder("kandev-copy-");
  cleanups.push(() => rm(parent, { recursive: true, force: true }));
  const copy = await copyBinaries(await findInstalled(), parent);
  const user = { name: "", uid: 0, gid: 0, isSelf: true };
  expect(await run(user, program(copy, "initdb"), ["-V"])).toMatchObject({ ok: true });
});

test("a database of another major version is named, not touched", async () => {
  const dataDir = await makeDataDir();
  const server = await start(dataDir);
  await server.release();
  await writeFile(join(dataDir, "postgres/PG_VERSION"), "9\n");
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 9.*brings PostgreSQL \d\d/);
});

test("a folder for the socket that others may enter is refused", async () => {
  const dataDir = await makeDataDir();
  const server = await start(dataDir);
  const { socketFolder } = server.address;
  await server.release();
  await mkdir(socketFolder, { mode: 0o755 });
  cleanups.push(() => rm(socketFolder, { recursive: true, force: true }));
  await expect(start(dataDir)).rejects.toThrow(`${socketFolder} is not a private folder`);
});

test.runIf(isRoot)("root runs it as nobody where there is no postgres user", async () => {
  const dataDir = await makeDataDir();
  const server = await start(dataDir, { runAs: ["no-such-user", "nobody"] });
  expect(await ask(server.address, "SELECT 1")).toBe(1);
  await expect(start(await makeDataDir(), { runAs: ["no-such-user"] })).rejects.toThrow("set DATABASE_URL");
});

test.runIf(isRoot)("root's private data dir moves to a system folder, and is found there again", async () => {
  const dataDir = await makeDataDir("private/data");
  await mkdir(dirname(dataDir), { mode: 0o700 });
  const server = await start(dataDir);
  const folder = /in (\/var\/lib\/kandev-[0-9a-f]{12})$/.exec(server.notice ?? "")?.[1] ?? tmpdir();
  expect(folder).not.toBe(tmpdir());
  cleanups.unshift(() => rm(folder, { recursive: true, force: true }));
  await ask(server.address, "CREATE TABLE kept AS SELECT 42 AS answer");
  await server.release();
  expect(await ask((await start(dataDir)).address, "SELECT answer FROM kept")).toBe(42);
});
