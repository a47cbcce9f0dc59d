import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { knock, openBrowser, signIn } from "@/lib/testing/browser";
import { insertUser, insertWorkspace } from "@/lib/testing/factories";
import { send } from "@/lib/testing/http";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";
import { newId } from "@/lib/ids";

const PASSWORD = "first-Wq8-password";

let product: Product;
let second: TestServer;
/** Servers that others can reach: by their HOST, and through a proxy. */
let exposed: TestServer;
let published: TestServer;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  [second, exposed, published] = await Promise.all([
    product.start(),
    product.start({ KANDEV_AUTH: "enabled", HOST: "0.0.0.0" }),
    product.start({ KANDEV_AUTH: "enabled", KANDEV_PUBLIC_URL: "https://kandev.example" }),
  ]);
});
beforeEach(async () => {
  await product.sql`DELETE FROM users`;
  await product.sql`DELETE FROM workspaces`;
});
afterAll(async () => {
  const output = [product.server, second, exposed, published].map((server) => server.output()).join("\n");
  await product.stop();
  expect(output).not.toContain(PASSWORD);
});

type Target = Pick<TestServer, "url">;
const body = (more: object = {}) => ({ email: "Ada@Example.test", password: PASSWORD, name: "Ada", ...more });
const setUp = (more: object = {}, server: Target = product.server) =>
  send(server, "POST", "/api/v1/setup", { body: body(more) });
const users = () => product.sql`SELECT id, email, name, role FROM users`;
const ownerRows = z.array(z.object({ id: z.string(), owner_id: z.string() }));
const owners = async () => {
  const rows = ownerRows.parse([...(await product.sql`SELECT id, owner_id FROM workspaces`)]);
  return Object.fromEntries(rows.map(({ id, owner_id }) => [id, owner_id]));
};

describe("the first run", () => {
  test("makes the admin, who signs in with the password; afterwards it is over, for everybody", async () => {
    const made = await setUp();
    expect([made.status, made.json]).toEqual([
      201,
      { id: expect.any(String) as string, email: "ada@example.test", name: "Ada", role: "admin" },
    ]);
    const [row] = await product.sql`SELECT password_hash FROM users`;
    expect(row).toEqual({
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) as string,
    });
    const browser = openBrowser(product.server);
    await signIn(browser, { email: "ada@example.test", password: PASSWORD });
    expect(await knock(browser)).toBe(200);
    for (const email of ["ada@example.test", "eve@example.test"]) {
      const again = await setUp({ email });
      expect([again.status, again.json]).toMatchObject([409, { code: "conflict" }]);
    }
    expect(await users()).toHaveLength(1);
  });

  test("is over as soon as there is an account, even one that is disabled", async () => {
    const { id } = await insertUser(product.db);
    await product.sql`UPDATE users SET disabled_at = now() WHERE id = ${id}`;
    expect((await setUp()).status).toBe(409);
    expect(await users()).toHaveLength(1);
  });

  test("asked for twenty times at once on two servers makes exactly one", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        setUp({ email: `admin${n}@example.test` }, n % 2 === 0 ? product.server : second),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    const winner = replies.find(({ status }) => status === 201)?.json;
    expect([...(await users())]).toEqual([winner]);
  });

  test("is not there without accounts", async () => {
    const open = await product.start({});
    const reply = await setUp({}, open);
    expect([reply.status, reply.text]).toEqual([404, '{"error":"resource not found","code":"not_found"}']);
    expect(await users()).toHaveLength(0);
  });

  test("is nothing that another site's page can do", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { "content-type": "text/plain" }] as Record<
      string,
      string
    >[]) {
      const reply = await send(product.server, "POST", "/api/v1/setup", {
        body: JSON.stringify(body()),
        headers,
      });
      expect([403, 415]).toContain(reply.status);
    }
    expect(await users()).toHaveLength(0);
  });
});

describe("on a server that others can reach", () => {
  const printed = (server: TestServer) => /with the code ([0-9a-f]{12})\./.exec(server.output())?.[1] ?? "";
  const doors = () =>
    [
      [exposed, { url: `http://127.0.0.1:${exposed.port}` }],
      [published, published],
    ] as const;

  test("only the code that it printed at its start makes the admin; the code is the same on all", async () => {
    expect(printed(exposed)).toBe(printed(published));
    for (const [server, at] of doors()) {
      const code = printed(server);
      expect(code).toHaveLength(12);
      for (const wrong of [
        undefined,
        "",
        "0".repeat(12),
        code.slice(1),
        `${code}0`,
        code.toUpperCase(),
        "é".repeat(6),
      ]) {
        if (wrong === code) continue; // a code without letters
        const refused = await setUp({ code: wrong }, at);
        expect([refused.status, refused.json]).toMatchObject([403, { code: "forbidden" }]);
        expect(refused.text).not.toContain(code);
      }
      expect(await users()).toHaveLength(0);
      expect((await setUp({ code: ` ${code} ` }, at)).status).toBe(201);
      await product.sql`DELETE FROM users`;
    }
  });

  test("a server that only this machine reaches prints none and asks for none", async () => {
    expect(product.server.output()).toMatch(/First run: open http:\/\/127\.0\.0\.1:\d+\/setup/);
    expect(printed(product.server)).toBe("");
    expect((await setUp({ code: "anything" })).status).toBe(201);
  });

  test("once there is an account nothing is printed", async () => {
    await insertUser(product.db);
    const late = await product.start({ KANDEV_AUTH: "enabled", KANDEV_PUBLIC_URL: "https://kandev.example" });
    expect(late.output()).not.toMatch(/First run|code/);
  });
});

describe("workspaces that nobody owns", () => {
  test("stay everybody's unless they are named; exactly the named ones become the admin's", async () => {
    const [kept, claimed, twice] = [
      await insertWorkspace(product.db),
      await insertWorkspace(product.db),
      await insertWorkspace(product.db),
    ];
    const { json } = await setUp({ claim_workspace_ids: [claimed, twice, twice] });
    const { id } = z.object({ id: z.string() }).parse(json);
    expect(await owners()).toEqual({ [kept]: "", [claimed]: id, [twice]: id });
  });

  test("are nobody's still when none is named", async () => {
    const id = await insertWorkspace(product.db);
    expect((await setUp()).status).toBe(201);
    expect(await owners()).toEqual({ [id]: "" });
  });

  test("cannot be claimed with one that is unknown or somebody's: nothing is made", async () => {
    const free = await insertWorkspace(product.db);
    const taken = await insertWorkspace(product.db, { ownerId: "somebody" });
    for (const other of [newId(), taken, "", `${free}' OR true --`, "{}", '","']) {
      const reply = await setUp({ claim_workspace_ids: [free, other] });
      expect([reply.status, reply.json]).toEqual([
        400,
        { error: "claim_workspace_ids: names a workspace that is not free", code: "validation_error" },
      ]);
    }
    expect([await owners(), (await users()).length]).toEqual([{ [free]: "", [taken]: "somebody" }, 0]);
  });
});

describe("what is typed", () => {
  test.each<[string, object]>([
    ["password", { password: "hunter2" }],
    ["password", { password: "🔑".repeat(7) }],
    ["password", { password: "hunter2".repeat(40) }],
    ["password", { password: "hunter2\0hunter2" }],
    ["password", { password: undefined }],
    ["password", { password: 12345678 }],
    ["email", { email: "hunter2" }],
    ["email", { email: "hunter2@" }],
    ["email", { email: `hunter2${"x".repeat(250)}@example.test` }],
    ["email", { email: "hunter2@example.test, other@example.test" }],
    ["email", { email: "hunter2@example.test\0" }],
    ["email", { email: ["hunter2@example.test"] }],
    ["email", { email: undefined }],
    ["name", { name: "hunter2\0" }],
    ["claim_workspace_ids", { claim_workspace_ids: "hunter2" }],
    ["claim_workspace_ids", { claim_workspace_ids: [{ hunter2: 1 }] }],
  ])("and wrong is a 400 that names the field and never its value: %s", async (field, more) => {
    const reply = await setUp(more);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      error: expect.stringMatching(new RegExp(`^${field.replace(/[[\]]/g, "\\$&")}: `)) as string,
      code: "validation_error",
    });
    expect(reply.text).not.toMatch(/hunter2|🔑/);
    expect(await users()).toHaveLength(0);
  });

  test("may be a password of eight characters, whatever they are", async () => {
    expect((await setUp({ password: "🔑".repeat(8) })).status).toBe(201);
  });
});
