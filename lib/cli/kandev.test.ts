import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { connect, type Connection } from "@/db/client";
import { openAuthSession } from "@/lib/auth/auth-session";
import { isPassword } from "@/lib/auth/password";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/http";
import { startServer } from "@/lib/testing/server";
import { makeTemporaryFolder } from "@/lib/testing/test-postgres";
import { hashToken, newId } from "@/lib/ids";

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.address, { max: 2 });
});
afterAll(async () => {
  await connection.sql.end();
  await database.drop();
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program with nothing configured but what is named. */
async function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PORT|HOST|DATABASE_URL|LOG_LEVEL|NODE_ENV|npm_.*|KANDEV_.*|VITEST.*)$/.test(name),
    ),
  );
  const child = spawn(program, args, {
    env: { ...inherited, ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await once(child, "close"));
  return { code, stdout, stderr };
}

/** What `npm run kandev` runs. */
const kandev = (...args: string[]): Promise<Ended> =>
  runProgram(process.execPath, ["lib/cli/run.mjs", "lib/cli/kandev.ts", ...args], {
    DATABASE_URL: database.address,
  });

const printed = ({ code, stdout, stderr }: Ended): unknown => {
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^[^\n]+\n$/); // exactly one line
  return JSON.parse(stdout);
};
const failed = ({ code, stdout, stderr }: Ended): string => {
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).not.toMatch(/hunter2|^\s+at /m); // nothing that was typed, and no stack
  return stderr;
};

const newEmail = () => `${newId()}@example.test`;
const addUser = async (email = newEmail()) => {
  const made = printed(await kandev("user", "add", "--email", email, "--password", "p"));
  return z.object({ id: z.string(), email: z.string() }).parse(made);
};

describe("user add", () => {
  test("makes an account and prints it as one JSON object, as npm runs it", async () => {
    const email = newEmail();
    const ended = await runProgram(
      "npm",
      [
        "run",
        "-s",
        "kandev",
        "--",
        "user",
        "add",
        "--email",
        ` ${email.toUpperCase()}`,
        "--password",
        "hunter2 x",
        "--role",
        "admin",
        "--name",
        "Ada L.",
      ],
      { DATABASE_URL: database.address },
    );
    expect(printed(ended)).toEqual({
      id: expect.any(String) as string,
      email,
      name: "Ada L.",
      role: "admin",
    });
    const [row] =
      await connection.sql`SELECT password_hash, role, disabled_at FROM users WHERE email = ${email}`;
    const { password_hash } = z.object({ password_hash: z.string() }).parse(row);
    expect(row).toMatchObject({ role: "admin", disabled_at: null });
    expect(await isPassword(password_hash, "hunter2 x")).toBe(true);
  });

  test("makes a member without a name unless told otherwise", async () => {
    const email = newEmail();
    const made = printed(await kandev("user", "add", "--email", email, "--password", "p"));
    expect(made).toEqual({ id: expect.any(String) as string, email, name: "", role: "member" });
  });

  test("for an address that has an account, in whatever case, fails and changes nothing", async () => {
    const { id, email } = await addUser();
    const before = await connection.sql`SELECT * FROM users WHERE id = ${id}`;
    for (const again of [email, email.toUpperCase()])
      expect(failed(await kandev("user", "add", "--email", again, "--password", "hunter2"))).toBe(
        "there is an account with this e-mail address\n",
      );
    expect([...(await connection.sql`SELECT * FROM users WHERE lower(email) = ${email}`)]).toEqual([
      ...before,
    ]);
  });

  test("at once for one address makes one account", async () => {
    const email = newEmail();
    const all = await Promise.all(
      [1, 2, 3].map(() => kandev("user", "add", "--email", email, "--password", "p")),
    );
    expect(all.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    expect(await connection.sql`SELECT 1 FROM users WHERE email = ${email}`).toHaveLength(1);
  });
});

describe("user disable", () => {
  test("ends the account, and says the same when it is ended already", async () => {
    const { id, email } = await addUser();
    const disable = () => kandev("user", "disable", "--email", email.toUpperCase());
    expect(printed(await disable())).toEqual({ id, email, disabled: true });
    const at = () => connection.sql`SELECT disabled_at FROM users WHERE id = ${id}`;
    const first = [...(await at())];
    expect(first).not.toEqual([{ disabled_at: null }]);
    expect(printed(await disable())).toEqual({ id, email, disabled: true });
    expect([...(await at())]).toEqual(first);
  });

  test("of nobody fails", async () => {
    expect(failed(await kandev("user", "disable", "--email", "hunter2@example.test"))).toBe(
      "user not found\n",
    );
  });
});

test("user password and user enable let somebody in again who could not, and sign her browsers out", async () => {
  const { id, email } = await addUser();
  await openAuthSession(connection, id);
  await kandev("user", "disable", "--email", email);
  expect(printed(await kandev("user", "password", "--email", email, "--password", "hunter2 y"))).toEqual({
    id,
    email,
  });
  expect(printed(await kandev("user", "enable", "--email", email.toUpperCase()))).toEqual({
    id,
    email,
    disabled: false,
  });
  const [row] = await connection.sql`SELECT password_hash, disabled_at FROM users WHERE id = ${id}`;
  const { password_hash } = z.object({ password_hash: z.string(), disabled_at: z.null() }).parse(row);
  expect([await isPassword(password_hash, "hunter2 y"), await isPassword(password_hash, "p")]).toEqual([
    true,
    false,
  ]);
  expect(await connection.sql`SELECT 1 FROM auth_sessions WHERE user_id = ${id}`).toHaveLength(0);
  for (const command of [["enable"], ["password", "--password", "x"]])
    expect(
      failed(await kandev("user", command[0] ?? "", "--email", "hunter2@example.test", ...command.slice(1))),
    ).toBe("user not found\n");
});

describe("token add", () => {
  const made = z.strictObject({ id: z.string(), token: z.string() });
  const rowOf = (id: string) => connection.sql`
    SELECT user_id, name, token_hash, parent_id, extract(epoch FROM expires_at - created_at)::int AS seconds
    FROM personal_access_tokens WHERE id = ${id}`;

  test("makes a token that is shown this once, with an end or without", async () => {
    const user = await addUser();
    const add = async (...more: string[]) =>
      made.parse(printed(await kandev("token", "add", "--email", user.email, "--name", " ci ", ...more)));
    const forever = await add();
    const limited = await add("--expires-days", "30");
    for (const [{ id, token }, seconds] of [
      [forever, null],
      [limited, 30 * 86_400],
    ] as const)
      expect([...(await rowOf(id))]).toEqual([
        { user_id: user.id, name: "ci", token_hash: hashToken(token), parent_id: null, seconds },
      ]);
  });

  test("for a disabled account or for nobody is the same failure, and makes nothing", async () => {
    const { id, email } = await addUser();
    await kandev("user", "disable", "--email", email);
    for (const address of [email, "hunter2@example.test"])
      expect(failed(await kandev("token", "add", "--email", address, "--name", "hunter2"))).toBe(
        "user not found\n",
      );
    expect(await connection.sql`SELECT 1 FROM personal_access_tokens WHERE user_id = ${id}`).toHaveLength(0);
  });

  test("wants a whole number of days that makes sense", async () => {
    const { id, email } = await addUser();
    for (const days of ["0", "-1", "3651", "1.5", "hunter2", "", "Infinity"])
      expect(
        failed(await kandev("token", "add", "--email", email, "--name", "x", `--expires-days=${days}`)),
      ).toMatch(/^(--expires-days|expires_in_days): /);
    expect(await connection.sql`SELECT 1 FROM personal_access_tokens WHERE user_id = ${id}`).toHaveLength(0);
  });
});

describe("what cannot be", () => {
  const email = ["--email", "x@example.test"];
  test.each<[string, string[]]>([
    ["nothing", []],
    ["half a command", ["user"]],
    ["no such command", ["user", "hunter2"]],
    ["too many words", ["user", "add", "hunter2", ...email, "--password", "hunter2"]],
    ["a name that every object has", ["constructor"]],
    ["another one", ["toString"]],
    ["an option that there is not", ["user", "add", ...email, "--pasword", "hunter2"]],
    ["an option of another command", ["user", "disable", ...email, "--password", "hunter2"]],
    ["an option without its value", ["user", "add", ...email, "--password"]],
    ["a missing e-mail address", ["user", "add", "--password", "hunter2"]],
    ["a missing password", ["user", "add", "--email", "hunter2@example.test"]],
    ["a missing name", ["token", "add", ...email]],
    ["a bad e-mail address", ["user", "add", "--email", "hunter2", "--password", "hunter2"]],
    ["a bad role", ["user", "add", ...email, "--password", "hunter2", "--role", "hunter2"]],
    ["a password that looks like an option", ["user", "add", ...email, "--password", "-hunter2"]],
  ])("prints the usage, exits with 1 and repeats no value: %s", async (_what, args) => {
    expect(failed(await kandev(...args))).toMatch(/usage:\n {2}npm run kandev -- user add /);
  });

  test.each<[string, string[]]>([
    ["an empty password", ["user", "add", ...email, "--password", ""]],
    ["a long password", ["user", "add", ...email, "--password", "hunter2".repeat(100)]],
    ["a blank name of a token", ["token", "add", "--email", "known@example.test", "--name", " "]],
  ])("says what is wrong: %s", async (_what, args) => {
    await connection.sql`INSERT INTO users (id, email) VALUES ('known', 'known@example.test') ON CONFLICT DO NOTHING`;
    expect(failed(await kandev(...args))).toMatch(/^(password|name): must have /);
    expect(await connection.sql`SELECT 1 FROM users WHERE email = 'x@example.test'`).toHaveLength(0);
  });

  test("a database that is away is one line without its password", async () => {
    const ended = await runProgram(
      process.execPath,
      ["lib/cli/run.mjs", "lib/cli/kandev.ts", "user", "disable", ...email],
      { DATABASE_URL: "postgres://kandev:hunter2@127.0.0.1:9/kandev" },
    );
    expect(failed(ended).trim().split("\n")).toHaveLength(1);
  });
});

test("works on the embedded PostgreSQL while a server runs on it, and before one did", async () => {
  const dataDir = await makeTemporaryFolder("kandev-cli-");
  try {
    const run = (...args: string[]) =>
      runProgram(process.execPath, ["lib/cli/run.mjs", "lib/cli/kandev.ts", ...args], {
        KANDEV_DATA_DIR: dataDir,
      });
    const value = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(stdout).toMatch(/^[^\n]+\n$/);
      return JSON.parse(stdout) as unknown;
    };
    await value("user", "add", "--email", "first@example.test", "--password", "p");
    const server = await startServer({ dataDir, env: { KANDEV_AUTH: "enabled" } });
    expect(server.output()).not.toContain("First run");
    const { token } = z
      .object({ token: z.string() })
      .parse(await value("token", "add", "--email", "first@example.test", "--name", "ci"));
    expect((await send(server, "GET", "/api/v1/tasks", { token })).status).toBe(200);
    await value("user", "disable", "--email", "first@example.test");
    expect((await send(server, "GET", "/api/v1/tasks", { token })).status).toBe(401);
    expect(await server.stop()).toBe(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
