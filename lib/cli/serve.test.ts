import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect as connectSocket, createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { connect } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/http";
import { errorLines } from "@/lib/testing/product";
import { startServer } from "@/lib/testing/server";

/** What `migrate` holds; whoever holds it makes a server wait in its start. */
const MIGRATION_LOCK = 5_263_710;

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});
async function makeDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

describe("a start that cannot be", () => {
  test.each([
    ["PORT", "hunter2"],
    ["DATABASE_URL", "mysql://hunter2@host/db"],
    ["KANDEV_AUTH", "hunter2"],
    ["KANDEV_SECRET", "hunter2"],
    ["KANDEV_QUESTION_WAIT_SECONDS", "hunter2"],
    ["LOG_LEVEL", "hunter2"],
  ])("ends with the name of the bad variable, and not with its value: %s", async (name, value) => {
    const { address } = await makeDatabase();
    const failed = startServer({ databaseUrl: address, env: { [name]: value } });
    await expect(failed).rejects.toThrow(new RegExp(`The server ended at the start:[^]*${name} must `));
    await expect(failed).rejects.not.toThrow(/hunter2/);
  });

  test("ends on a HOST that everybody reaches while there are no accounts", async () => {
    const { address } = await makeDatabase();
    const failed = startServer({ databaseUrl: address, env: { HOST: "0.0.0.0" } });
    await expect(failed).rejects.toThrow(/HOST is reachable from other machines/);
  });

  test("ends with exit code 1 and one line on a port that is taken", async () => {
    const { address } = await makeDatabase();
    const first = await startServer({ databaseUrl: address });
    const second = startServer({ databaseUrl: address, env: { PORT: String(first.port) } });
    await expect(second).rejects.toThrow(`Port ${first.port} is in use`);
    expect(await first.stop()).toBe(0);
  });
});

describe("/api/health", () => {
  test("is 503 while the server starts and 200 as soon as requests are served", async () => {
    const { address } = await makeDatabase();
    const { sql } = connect(address, { max: 1 });
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    const port = await freePort();
    const at = { url: `http://127.0.0.1:${port}` };
    const starting = startServer({ databaseUrl: address, env: { PORT: String(port) } });
    const health = () =>
      send(at, "GET", "/api/health").then(
        ({ status }) => status,
        () => 0, // nobody listens yet
      );
    await expect.poll(health, { timeout: 30_000 }).toBe(503);
    const early = await send(at, "POST", "/api/v1/tasks", { body: { title: "early" } });
    expect([early.status, early.json]).toMatchObject([503, { code: "unavailable" }]);
    await sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`;
    const server = await starting;
    const healthy = await send(server, "GET", "/api/health");
    expect([healthy.status, healthy.text]).toEqual([200, '{"status":"ok"}']);
    expect(await server.stop()).toBe(0);
    expect(errorLines(server.output())).toEqual([]);
    await sql.end();
  });

  test("is 503 while the database is away, and 200 when it is back", async () => {
    const { address } = await makeDatabase();
    const name = new URL(address).pathname.slice(1);
    const server = await startServer({ databaseUrl: address });
    const elsewhere = new URL(address);
    elsewhere.pathname = "/postgres";
    const { sql } = connect(elsewhere.href, { max: 1 });
    await sql`ALTER DATABASE ${sql(name)} ALLOW_CONNECTIONS false`;
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
    const away = await send(server, "GET", "/api/health");
    expect([away.status, away.json]).toEqual([503, { status: "unavailable" }]);
    const failed = await send(server, "GET", "/api/v1/tasks");
    expect([failed.status, failed.json]).toMatchObject([500, { code: "internal_error" }]);
    expect(failed.text).not.toMatch(/database|does not exist|kandev_test/);
    await sql`ALTER DATABASE ${sql(name)} ALLOW_CONNECTIONS true`;
    await expect.poll(async () => (await send(server, "GET", "/api/health")).status).toBe(200);
    expect((await send(server, "GET", "/api/v1/tasks")).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await sql.end();
  });
});

test("no start sends telemetry: it is switched off before Next is loaded", async () => {
  const script = `
    delete process.env.NEXT_TELEMETRY_DISABLED;
    await import("./lib/cli/child.mjs");
    process.stdout.write(process.env.NEXT_TELEMETRY_DISABLED ?? "unset");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  expect((await once(child, "close"))[0]).toBe(0);
  expect(printed).toBe("1");
});

test("a stop does not wait for a connection that was opened in advance and never used", async () => {
  const { address } = await makeDatabase();
  const server = await startServer({ databaseUrl: address });
  const socket = connectSocket(server.port, "127.0.0.1");
  await once(socket, "connect");
  const begun = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(8000); // requests under way get ten seconds
  socket.destroy();
});
