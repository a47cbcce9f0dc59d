import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disableUser } from "@/lib/users/disable-user";
import { signedInBrowser } from "@/lib/testing/browser-session";
import { insertWorld } from "@/lib/testing/doors";
import { type EventReader, openEvents } from "@/lib/testing/event-stream";
import { insertUser } from "@/lib/testing/factories";
import { type Reply, send } from "@/lib/testing/http";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
let servers: readonly TestServer[];

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  servers = [product.server, await product.start()];
});
afterAll(() => product.stop());

/** The bound: what a person holds open ends within this, on every server. */
const WITHIN_MS = 1_000;

interface Held {
  readonly server: TestServer;
  readonly headers: Record<string, string>;
  readonly stream: EventReader;
  readonly wait: Promise<Reply>;
}

/** On each server an event stream and a blocked call, both under way. */
async function holdEverywhere(
  person: { id: string; token: string },
  credential: (server: TestServer) => Promise<Record<string, string>>,
): Promise<readonly Held[]> {
  return Promise.all(
    servers.map(async (server) => {
      const headers = await credential(server);
      const { pendingId } = await insertWorld(product.db, { owner: person });
      const stream = await openEvents(server, { init: { headers } });
      expect(stream.status).toBe(200);
      await stream.next(); // it is listening
      const wait = send(server, "GET", `/api/v1/clarification/${pendingId}/wait`, { headers });
      await expect
        .poll(() =>
          product.db.execute(sql`SELECT 1 FROM clarification_waiters WHERE pending_id = ${pendingId}`),
        )
        .toHaveLength(1);
      return { server, headers, stream, wait };
    }),
  );
}

const untilEnd = async (stream: EventReader): Promise<void> => {
  while ((await stream.next()) !== undefined);
};

/** Ends somebody's access, and expects everything of theirs to end and nothing of anybody else's. */
async function expectEnd(
  held: readonly Held[],
  others: readonly Held[],
  end: () => Promise<unknown>,
): Promise<void> {
  await end();
  const ended = performance.now();
  const replies = await Promise.all(
    held.map(async ({ stream, wait }) => {
      const [reply] = await Promise.all([wait, untilEnd(stream)]);
      return { status: reply.status, json: reply.json };
    }),
  );
  expect(performance.now() - ended).toBeLessThan(WITHIN_MS);
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 401, json: { code: "unauthenticated" } });
  for (const { server, headers } of held)
    expect((await send(server, "GET", "/api/v1/tasks", { headers })).status).toBe(401);
  for (const { server, headers, stream } of others) {
    expect((await send(server, "GET", "/api/v1/tasks", { headers })).status).toBe(200);
    await send(server, "POST", "/api/v1/tasks", { headers, body: { title: "still here" } });
    await stream.until((block) => block.event === "task.updated");
  }
}

const bearer = (token: string) => () => Promise.resolve({ authorization: `Bearer ${token}` });
const cookieOf = (userId: string) => async (server: TestServer) => ({
  cookie: (await signedInBrowser(product.db, server, userId)).cookie,
});

const drop = (all: readonly Held[]) => {
  for (const { stream } of all) stream.close();
};

describe("within a second, on both servers, and for nobody else", () => {
  test("a token that is revoked ends what it holds open", async () => {
    const [alice, bob] = [await insertUser(product.db), await insertUser(product.db)];
    const { json } = await send(product.server, "POST", "/api/v1/auth/tokens", {
      token: alice.token,
      body: { name: "second" },
    });
    const second = json as { id: string; token: string };
    const held = await holdEverywhere(alice, bearer(second.token));
    const others = [
      ...(await holdEverywhere(bob, bearer(bob.token))),
      ...(await holdEverywhere(alice, bearer(alice.token))),
    ];
    await expectEnd(held, others, () =>
      send(product.server, "DELETE", `/api/v1/auth/tokens/${second.id}`, { token: alice.token }),
    );
    drop(others);
  });

  test("a token that expires does", async () => {
    const [alice, bob] = [await insertUser(product.db), await insertUser(product.db)];
    const soon = new Date(Date.now() + 2_000);
    await product.db.execute(
      sql`UPDATE personal_access_tokens SET expires_at = ${soon.toISOString()} WHERE user_id = ${alice.id}`,
    );
    const held = await holdEverywhere(alice, bearer(alice.token));
    const others = await holdEverywhere(bob, bearer(bob.token));
    await expectEnd(held, others, async () => {
      await expect
        .poll(() =>
          product.db.execute(
            sql`SELECT 1 FROM personal_access_tokens WHERE user_id = ${alice.id} AND expires_at <= now()`,
          ),
        )
        .toHaveLength(1);
    });
    drop(others);
  });

  test("a user who is disabled loses tokens and browsers", async () => {
    const [alice, bob] = [await insertUser(product.db), await insertUser(product.db)];
    const held = [
      ...(await holdEverywhere(alice, bearer(alice.token))),
      ...(await holdEverywhere(alice, cookieOf(alice.id))),
    ];
    const others = await holdEverywhere(bob, cookieOf(bob.id));
    await expectEnd(held, others, () => disableUser(product, { email: `${alice.id}@example.test` }));
    drop(others);
  });

  test("a browser that signs out does, and the person's other browsers and tokens stay", async () => {
    const alice = await insertUser(product.db);
    const ids: string[] = [];
    const held = await holdEverywhere(alice, async (server) => {
      const { cookie, authSessionId } = await signedInBrowser(product.db, server, alice.id);
      ids.push(authSessionId);
      return { cookie };
    });
    const others = [
      ...(await holdEverywhere(alice, cookieOf(alice.id))),
      ...(await holdEverywhere(alice, bearer(alice.token))),
    ];
    await expectEnd(
      held,
      others,
      () => product.sql`DELETE FROM auth_sessions WHERE id IN ${product.sql(ids)}`,
    );
    drop(others);
  });
});

test("an answer that was held when the access ended is still open and answerable", async () => {
  const alice = await insertUser(product.db);
  const { pendingId } = await insertWorld(product.db, { owner: alice });
  const wait = send(product.server, "GET", `/api/v1/clarification/${pendingId}/wait`, { token: alice.token });
  await expect
    .poll(() => product.db.execute(sql`SELECT 1 FROM clarification_waiters WHERE pending_id = ${pendingId}`))
    .toHaveLength(1);
  await product.sql`UPDATE personal_access_tokens SET revoked_at = now() WHERE user_id = ${alice.id}`;
  expect((await wait).status).toBe(401);
  const { cookie } = await signedInBrowser(product.db, product.server, alice.id);
  const reply = await send(product.server, "POST", `/api/v1/clarification/${pendingId}/respond`, {
    headers: { cookie },
    body: { answers: [{ question_id: "q1", selected_options: ["a"] }] },
  });
  expect(reply.json).toMatchObject({ claimed: true });
});
