import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openBrowser, signIn } from "@/lib/testing/browser";
import { insertUser } from "@/lib/testing/factories";
import { send, sendOk } from "@/lib/testing/http";
import { insertPerson, PASSWORD } from "@/lib/testing/people";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";
import { hashToken, newId, newToken } from "@/lib/ids";

let product: Product;
let user: { id: string; token: string };

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  user = await insertUser(product.db);
});
afterAll(() => product.stop());

const PATH = "/api/v1/auth/tokens";
const created = z.strictObject({ id: z.string(), token: z.string() });
const listed = z.strictObject({
  tokens: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      expires_at: z.string(),
      expired: z.boolean(),
    }),
  ),
  total: z.number(),
});

const create = (body: object, token = user.token) =>
  sendOk(created, product.server, "POST", PATH, { token, body });
const list = (token = user.token) => sendOk(listed, product.server, "GET", PATH, { token });
const revoke = (id: string, token = user.token) => send(product.server, "DELETE", `${PATH}/${id}`, { token });
const opens = async (token: string, server: TestServer = product.server): Promise<number> =>
  (await send(server, "GET", "/api/v1/tasks", { token })).status;
/** Expires a token, by the database's clock. */
const expire = (id: string) =>
  product.sql`UPDATE personal_access_tokens SET expires_at = now() WHERE id = ${id}`;

/** How many wait for a lock in this database. */
const waiting = async () => {
  const [row] = await product.sql`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return z.object({ count: z.number() }).parse(row).count;
};

describe("a personal access token", () => {
  test("is shown once, opens the product, and only its SHA-256 is stored", async () => {
    const { id, token } = await create({ name: "  laptop  " });
    expect(token).toMatch(/^kandev_pat_[0-9a-f]{8}_[\w-]{43}$/);
    expect(await opens(token)).toBe(200);
    const listing = await send(product.server, "GET", PATH, { token: user.token });
    expect(listing.text).not.toContain(token.slice(-43));
    expect(listing.text).not.toContain(hashToken(token));
    const mine = listed.parse(listing.json).tokens.find((each) => each.id === id);
    expect(mine).toEqual({
      id,
      name: "laptop",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
      last_used_at: expect.any(String) as string,
      expires_at: "",
      expired: false,
    });
    const [row] = await product.sql`SELECT * FROM personal_access_tokens WHERE id = ${id}`;
    expect(row).toMatchObject({ token_hash: hashToken(token), user_id: user.id });
    expect(JSON.stringify(row)).not.toContain(token.slice(-43));
  });

  test("is listed for its owner only, newest first, until it is revoked", async () => {
    const owner = await insertUser(product.db);
    const first = await create({ name: "first" }, owner.token);
    const second = await create({ name: "second", expires_in_days: 30 }, owner.token);
    const { tokens, total } = await list(owner.token);
    expect(tokens.map(({ name }) => name)).toEqual(["second", "first", "test"]);
    expect(total).toBe(3);
    const days =
      (Date.parse(tokens[0]?.expires_at ?? "") - Date.parse(tokens[0]?.created_at ?? "")) / 86_400_000;
    expect(days).toBeCloseTo(30, 3);
    await expire(second.id);
    expect((await list(owner.token)).tokens[0]).toMatchObject({ id: second.id, expired: true });
    expect((await revoke(first.id, owner.token)).text).toBe('{"success":true}');
    expect((await list(owner.token)).tokens.map(({ name }) => name)).toEqual(["second", "test"]);
  });

  test("is refused from the next request on when it is revoked or has expired", async () => {
    const revoked = await create({ name: "revoked" });
    const expired = await create({ name: "expired", expires_in_days: 1 });
    expect([await opens(revoked.token), await opens(expired.token)]).toEqual([200, 200]);
    await revoke(revoked.id);
    await expire(expired.id);
    expect([await opens(revoked.token), await opens(expired.token)]).toEqual([401, 401]);
  });

  test("can revoke itself", async () => {
    const { id, token } = await create({ name: "suicidal" });
    expect((await revoke(id, token)).status).toBe(200);
    expect(await opens(token)).toBe(401);
  });

  test("is refused in every form but its own", async () => {
    const { token } = await create({ name: "forms" });
    const [, secret = ""] = /^kandev_pat_(.*)$/.exec(token) ?? [];
    const asked = async (authorization: string) =>
      (await send(product.server, "GET", "/api/v1/tasks", { headers: { authorization } })).status;
    for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
      expect([good, await asked(good)]).toEqual([good, 200]);
    for (const bad of [
      token,
      `Bearer${token}`,
      `Bearer\t${token}`,
      `Bearer \t${token}`,
      `Bearer \u00a0${token}`,
      `Bearer ${token}\u00a0`,
      `Bearer ${token} x`,
      `Bearer ${token},`,
      `Bearer "${token}"`,
      `Bearer ${token.toLowerCase()}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}A`,
      `Bearer kandev_session_${secret}`,
      `Bearer kandev_agent_${secret}`,
      `Bearer KANDEV_PAT_${secret}`,
      `Bearer ${secret}`,
      `Bearer ${hashToken(token)}`,
      `Bearer ${newToken("kandev_pat").token}`,
      `Basic ${Buffer.from(`x:${token}`).toString("base64")}`,
      `Token ${token}`,
      "Bearer",
      "Bearer ",
    ])
      expect([bad, await asked(bad)]).toEqual([bad, 401]);
    for (const path of [`/api/v1/tasks?access_token=${token}`, `/api/v1/tasks?token=${token}`])
      expect((await send(product.server, "GET", path)).status).toBe(401);
  });

  test("of a signed-in browser has no parent and outlives the session", async () => {
    const { email } = await insertPerson(product.db);
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password: PASSWORD });
    const answer = await browser.go("POST", PATH, {
      body: JSON.stringify({ name: "from the browser" }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(201);
    const { id, token } = created.parse(answer.json);
    await product.sql`DELETE FROM auth_sessions`;
    expect(await opens(token)).toBe(200);
    const [row] = await product.sql`SELECT parent_id FROM personal_access_tokens WHERE id = ${id}`;
    expect(row).toEqual({ parent_id: null });
  });
});

describe("a token made with a token", () => {
  test("ends when any of those before it is revoked", async () => {
    const parent = await create({ name: "parent" });
    const child = await create({ name: "child" }, parent.token);
    const grandchild = await create({ name: "grandchild" }, child.token);
    const sibling = await create({ name: "sibling" });
    expect((await revoke(parent.id)).status).toBe(200);
    for (const { token } of [parent, child, grandchild]) expect(await opens(token)).toBe(401);
    expect(await opens(sibling.token)).toBe(200);
    const names = (await list()).tokens.map(({ name }) => name);
    expect(names.filter((name) => /parent|child/.test(name))).toEqual([]);
  });

  test("does not take its parent along", async () => {
    const parent = await create({ name: "parent that stays" });
    const child = await create({ name: "child that goes" }, parent.token);
    await revoke(child.id);
    expect([await opens(parent.token), await opens(child.token)]).toEqual([200, 401]);
  });

  test.each([[undefined], [1], [3650]])("does not outlive it, with %s days of its own", async (days) => {
    const parent = await create({ name: "parent", expires_in_days: 7 });
    const child = await create(
      { name: "child", ...(days !== undefined && { expires_in_days: days }) },
      parent.token,
    );
    const { tokens } = await list();
    const end = (id: string) => tokens.find((each) => each.id === id)?.expires_at ?? "";
    if (days === 1) expect(Date.parse(end(child.id))).toBeLessThan(Date.parse(end(parent.id)));
    else expect(end(child.id)).toBe(end(parent.id));
  });

  test("is not made while that one is being revoked", async () => {
    const parent = await create({ name: "leaked" });
    const { making, revoking } = await product.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM users WHERE id = ${user.id} FOR UPDATE`; // holds up whoever writes a row of this user
      const making = send(product.server, "POST", PATH, { token: parent.token, body: { name: "late" } });
      await expect.poll(waiting).toBe(1); // its caller was let in already
      let revoked = false;
      const revoking = revoke(parent.id).finally(() => (revoked = true));
      await expect.poll(async () => revoked || (await waiting()) === 2).toBe(true);
      return { making, revoking };
    });
    expect((await revoking).status).toBe(200);
    const reply = await making;
    if (reply.status === 201) expect(await opens(created.parse(reply.json).token)).toBe(401);
    else expect(reply.status).toBe(401);
  });
});

describe("revoking", () => {
  test("a foreign token, a revoked one and one that never was are the same bytes, and nothing happens", async () => {
    const stranger = await insertUser(product.db, "admin");
    const mine = await create({ name: "mine" });
    const gone = await create({ name: "gone" }, stranger.token);
    await revoke(gone.id, stranger.token);
    const seen = [];
    for (const id of [mine.id, gone.id, newId(), "made-up"]) {
      const reply = await revoke(id, stranger.token);
      const headers = [...reply.headers].filter(([name]) => name !== "date");
      seen.push({ status: reply.status, text: reply.text, headers });
    }
    expect(seen[0]).toMatchObject({ status: 404, text: '{"error":"token not found","code":"not_found"}' });
    for (const each of seen) expect(each).toEqual(seen[0]);
    expect(await opens(mine.token)).toBe(200);
  });

  test("an id that cannot be is not found", async () => {
    for (const id of ["%00", "x".repeat(4000), "%ED%A0%80"]) expect((await revoke(id)).status).toBe(404);
  });
});

describe("what is asked for", () => {
  test.each<[string, object]>([
    ["name", {}],
    ["name", { name: "" }],
    ["name", { name: " \n\t" }],
    ["name", { name: "hunter2".repeat(20) }],
    ["name", { name: "hunter2\0" }],
    ["name", { name: 7 }],
    ["expires_in_days", { name: "hunter2", expires_in_days: 0 }],
    ["expires_in_days", { name: "hunter2", expires_in_days: -1 }],
    ["expires_in_days", { name: "hunter2", expires_in_days: 3651 }],
    ["expires_in_days", { name: "hunter2", expires_in_days: 1.5 }],
    ["expires_in_days", { name: "hunter2", expires_in_days: 1e308 }],
    ["expires_in_days", { name: "hunter2", expires_in_days: "30" }],
    ["expires_in_days", { name: "hunter2", expires_in_days: null }],
  ])("and out of range is a 400 that names the field and not its value: %s %j", async (field, body) => {
    const before = (await list()).total;
    const reply = await send(product.server, "POST", PATH, { token: user.token, body });
    expect([reply.status, reply.json]).toEqual([
      400,
      { error: expect.stringMatching(new RegExp(`^${field}: `)) as string, code: "validation_error" },
    ]);
    expect(reply.text).not.toContain("hunter2");
    expect((await list()).total).toBe(before);
  });

  test("may be a name of a hundred characters and an end in one day or in ten years", async () => {
    await create({ name: "🔑".repeat(100), expires_in_days: 1 });
    await create({ name: "x", expires_in_days: 3650 });
  });
});

describe("the last use", () => {
  const usedAt = async (id: string): Promise<string> =>
    (await list()).tokens.find((each) => each.id === id)?.last_used_at ?? "";

  test("is noted at the first one and then at most once a minute", async () => {
    const { id, token } = await create({ name: "used" });
    expect(await usedAt(id)).toBe("");
    await opens(token);
    await expect.poll(() => usedAt(id)).not.toBe("");
    const setBack = async (seconds: number) => {
      await product.sql`
        UPDATE personal_access_tokens SET last_used_at = now() - ${seconds} * interval '1 second' WHERE id = ${id}`;
      return usedAt(id);
    };
    const old = await setBack(61);
    await opens(token);
    await expect.poll(() => usedAt(id)).not.toBe(old);
    const server = await product.start();
    const recent = await setBack(30);
    expect(await opens(token, server)).toBe(200);
    expect(await server.stop()).toBe(0); // by now whatever it wrote is written
    expect(await usedAt(id)).toBe(recent);
  });

  test("is written once by fifty requests at once", async () => {
    const { id, token } = await create({ name: "busy" });
    await product.sql`CREATE TABLE marks (token_id text)`;
    await product.sql`
      CREATE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO marks VALUES (NEW.id); RETURN NULL; END $$`;
    await product.sql`
      CREATE TRIGGER mark AFTER UPDATE OF last_used_at ON personal_access_tokens FOR EACH ROW EXECUTE FUNCTION mark()`;
    const server = await product.start();
    const ask = (times: number) => Promise.all(Array.from({ length: times }, () => opens(token, server)));
    const statuses = await product.sql.begin(async (tx) => {
      await tx`SELECT 1 FROM personal_access_tokens WHERE id = ${id} FOR UPDATE`;
      const first = await ask(10); // answered, although none of their marks is written yet
      await expect.poll(waiting).toBe(10);
      return first;
    });
    statuses.push(...(await ask(40)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await server.stop()).toBe(0); // by now whatever it wrote is written
    expect([...(await product.sql`SELECT token_id FROM marks WHERE token_id = ${id}`)]).toEqual([
      { token_id: id },
    ]);
  });
});

test("without accounts there are no tokens, and the answer says what to do", async () => {
  const open = await product.start({});
  for (const [method, path, body] of [
    ["GET", PATH, undefined],
    ["POST", PATH, { name: "x" }],
    ["DELETE", `${PATH}/${newId()}`, undefined],
  ] as const) {
    const reply = await send(open, method, path, body === undefined ? {} : { body });
    expect([reply.status, reply.json]).toEqual([
      404,
      {
        error: "personal access tokens need accounts: start the server with KANDEV_AUTH=enabled",
        code: "not_found",
      },
    ]);
  }
});
