import { afterAll, beforeAll, expect, test } from "vitest";
import { insertUser } from "@/lib/testing/factories";
import { choose, openSession, question, requestAnswer, respondPath, send } from "@/lib/testing/http";
import { connectMcp, connectModern, GENERATIONS, modernRequest, postMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";

const URI = "kandev://questions/pending";
let product: Product;
let second: TestServer;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled" });
  second = await product.start();
});
afterAll(() => product.stop());

/** Listens with the official client and notes what it hears. */
async function listen(server: TestServer, token: string) {
  const { client, close } = await connectModern(server, token);
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  const subscription = await client.listen({ resourceSubscriptions: [URI] });
  expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [URI] });
  return { heard, subscription, close };
}
const list = async (token: string) => {
  const { client, close } = await connectModern(product.server, token);
  const { contents } = await client.readResource({ uri: URI });
  await close();
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error("no text");
  return JSON.parse(content.text) as { bundles: { pending_id: string }[]; count: number };
};

test("each subscription hears at once, then once for each change of the list, whichever server it is on and made it", async () => {
  const { token } = await insertUser(product.db);
  const session = await openSession(product.server, { token });
  const { heard, subscription, close } = await listen(second, token);
  await expect.poll(() => heard).toEqual([URI]);
  const ask = (prompt: string) => requestAnswer(product.server, session, [question(prompt)], token);
  const first = await ask("One?");
  await expect.poll(() => heard.length).toBe(2);
  expect((await list(token)).bundles.map(({ pending_id }) => pending_id)).toEqual([first]);
  await ask("Two?");
  await expect.poll(() => heard.length).toBe(3);
  await send(product.server, "POST", respondPath(first), { body: choose("a"), token });
  await expect.poll(() => heard.length).toBe(4);
  await send(product.server, "POST", `/api/v1/sessions/${session.sessionId}/turns`, { body: {}, token });
  await expect.poll(() => heard.length).toBe(5); // the other one is superseded
  expect((await list(token)).count).toBe(0);

  const again = await listen(second, token);
  await expect.poll(() => again.heard).toEqual([URI]);
  await send(product.server, "POST", `/api/v1/sessions/${session.sessionId}/messages`, {
    body: { content: "x" },
    token,
  });
  await ask("Three?");
  await expect.poll(() => again.heard.length).toBe(2); // a message is no change of the list
  await subscription.close();
  await Promise.all([close(), again.close()]);
});

test("nobody hears of questions that are not theirs to answer", async () => {
  const [alice, bob] = [await insertUser(product.db), await insertUser(product.db, "admin")];
  const session = await openSession(product.server, { token: alice.token });
  const [hers, his] = [await listen(product.server, alice.token), await listen(product.server, bob.token)];
  await expect.poll(() => [hers.heard.length, his.heard.length]).toEqual([1, 1]);
  await requestAnswer(product.server, session, [question("Mine?")], alice.token);
  await expect.poll(() => hers.heard.length).toBe(2);
  const own = await openSession(product.server, { token: bob.token });
  await requestAnswer(product.server, own, [question("His?")], bob.token);
  await expect.poll(() => his.heard.length).toBe(2); // and not three: hers came before
  expect(hers.heard.length).toBe(2);
  await Promise.all([hers.close(), his.close()]);
});

test("a subscription ends within a second of the revocation of its token, and when its server stops", async () => {
  const { id, token } = await insertUser(product.db);
  const revoked = await listen(product.server, token);
  await expect.poll(() => revoked.heard.length).toBe(1);
  const at = Date.now();
  await product.sql`UPDATE personal_access_tokens SET revoked_at = now() WHERE user_id = ${id}`;
  expect(await revoked.subscription.closed).toBe("graceful");
  expect(Date.now() - at).toBeLessThan(1000);
  await revoked.close();

  const other = await insertUser(product.db);
  const stopping = await product.start();
  const held = await listen(stopping, other.token);
  const stopped = stopping.stop();
  expect(await held.subscription.closed).toBe("graceful");
  expect(await stopped).toBe(0);
  await held.close();
});

test("only what is there is honoured: nothing else holds a stream open", async () => {
  const { token } = await insertUser(product.db);
  const { client, close } = await connectModern(product.server, token);
  const none = await client.listen({ toolsListChanged: true, promptsListChanged: true });
  expect([none.honoredFilter, await none.closed]).toEqual([{}, "graceful"]);
  await close();
});

test("both generations list and read the resource; only the one that can keep it offers a subscription", async () => {
  const { token } = await insertUser(product.db);
  for (const [generation, connect] of GENERATIONS) {
    const { client, close } = await connect(product.server, token);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([URI]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect(await client.readResource({ uri: URI })).toMatchObject({
      contents: [
        { uri: URI, mimeType: "application/json", text: '{"bundles":[],"count":0,"next_cursor":""}' },
      ],
    });
    await expect(client.readResource({ uri: "kandev://questions/other" })).rejects.toThrow(
      "resource not found",
    );
    const subscribes = client.getServerCapabilities()?.resources?.subscribe;
    expect(subscribes).toBe(generation === "2026-07-28" ? true : undefined);
    await close();
  }
});

test("an agent's own endpoint has no resources, in either generation", async () => {
  const { token } = await insertUser(product.db);
  const session = await openSession(product.server, { token });
  const mcp = await connectMcp(product.server, session.token);
  expect(mcp.client.getServerCapabilities()).not.toHaveProperty("resources");
  await mcp.close();
  const { body, headers } = modernRequest({
    ...{ jsonrpc: "2.0", id: 1 },
    method: "resources/read",
    params: { uri: URI },
  });
  const reply = await postMcp(product.server, body, { path: "/mcp/session", token: session.token, headers });
  expect([reply.status, reply.json]).toMatchObject([404, { error: { code: -32601 } }]);
});
