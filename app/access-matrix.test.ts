import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolsOf } from "@/lib/mcp/catalogue";
import {
  DOORS,
  type Door,
  fabricate,
  insertWorld,
  isOpen,
  PAGES,
  type Person,
  type Shown,
  type World,
} from "@/lib/testing/doors";
import { insertUser } from "@/lib/testing/factories";
import { newId } from "@/lib/ids";
import { makeAgentKey, openSession, requestAnswer, send } from "@/lib/testing/http";
import { type Product, startProduct } from "@/lib/testing/product";
import { readRoutes } from "@/lib/testing/routes";
import type { TestServer } from "@/lib/testing/server";

let product: Product;
/** The same database without accounts. */
let open: TestServer;
let people: { alice: Person; bob: Person };

beforeAll(async () => {
  const env = { KANDEV_QUESTION_WAIT_SECONDS: "1" };
  product = await startProduct({ ...env, KANDEV_AUTH: "enabled" });
  open = await product.start(env);
  // Bob is an administrator: that shows him no more (specification, Permissions).
  people = { alice: await insertUser(product.db), bob: await insertUser(product.db, "admin") };
});
afterAll(() => product.stop());

/** What takes no id from its caller, or only narrows by it (L7), and why it needs no line in the table. */
const WITHOUT_ID: Readonly<Record<string, string>> = {
  "GET /api/v1/tasks": "lists what the caller sees; a workspace only narrows",
  "GET /api/v1/workspaces": "lists what the caller sees",
  "POST /api/v1/workspaces": "makes the caller's own",
  "GET /api/v1/auth/tokens": "lists the caller's own",
  "POST /api/v1/auth/tokens": "makes the caller's own",
  "GET /api/v1/openapi.json": "the same for everybody",
  "POST /api/v1/setup": "before there is anybody",
  "GET /api/v1/agent-profiles": "the server's own, the same for everybody",
  "POST /api/v1/agent-profiles": "the server's own, an admin's to change",
  "DELETE /api/v1/agent-profiles/[id]": "the server's own, an admin's to change",
  "POST /api/v1/demo": "makes the caller's own task",
  list_tasks_kandev: "lists what the caller sees; a workspace or workflow only narrows",
  list_workspaces_kandev: "lists what the caller sees",
  create_workspace_kandev: "makes the caller's own",
  list_agent_profiles_kandev: "the server's own, the same for everybody",
  list_pending_questions_kandev: "lists what the caller sees; a workspace only narrows",
};

test("every route and external tool has a line in the table, or a reason why it needs none", async () => {
  const known = new Set([...DOORS.map((door) => door.name.split("?")[0]), ...Object.keys(WITHOUT_ID)]);
  const there = [...(await readRoutes()), ...toolsOf("external").map((tool) => tool.name)];
  expect(there.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !there.includes(name ?? ""))).toEqual([]);
});

const KINDS = ["alice's", "bob's", "ownerless", "dangling", "no workspace", "fabricated"] as const;
type Kind = (typeof KINDS)[number];

async function make(kind: Kind): Promise<World> {
  switch (kind) {
    case "alice's":
      return insertWorld(product.db, { owner: people.alice });
    case "bob's":
      return insertWorld(product.db, { owner: people.bob });
    case "ownerless":
      return insertWorld(product.db, { owner: undefined });
    case "dangling":
      return insertWorld(product.db, { workspaceId: `gone-${newId()}` });
    case "no workspace":
      return insertWorld(product.db, { workspaceId: "" });
    case "fabricated":
      return fabricate();
  }
}

const CALLERS = ["alice", "bob", "anybody without accounts"] as const;
type Caller = (typeof CALLERS)[number];

/** The rule (specification, Permissions; L1c), written down once more and differently. */
function maySee(caller: Caller, door: Door, kind: Kind): boolean {
  if (kind === "fabricated") return false;
  if (door.id === "tokenId") return kind === `${caller}'s`; // tokens have one owner, and need accounts
  if (door.id === "workspaceId" && (kind === "dangling" || kind === "no workspace"))
    return kind === "no workspace"; // a workspace that is gone takes no task; none named is the caller's own
  if (door.id === "keyWorkspaceId" && (kind === "dangling" || kind === "no workspace")) return false; // there is none
  if (caller === "anybody without accounts") return true;
  return kind === `${caller}'s` || !["alice's", "bob's"].includes(kind);
}

const knock = (door: Door, caller: Caller, id: string) =>
  caller === "anybody without accounts"
    ? door.knock(open, id)
    : door.knock(product.server, id, people[caller].token);

describe.each(CALLERS)("A1, A2, A4, A8, A9, L1c: %s", (caller) => {
  test.each(DOORS)("$name opens for what the caller may see, and looks empty otherwise", async (door) => {
    const nothing = await knock(door, caller, newId());
    const results = await Promise.all(
      KINDS.map(async (kind) => ({ kind, shown: await knock(door, caller, (await make(kind))[door.id]) })),
    );
    for (const { kind, shown } of results) {
      expect({ kind, open: isOpen(door, shown), text: shown.text }).toMatchObject({
        kind,
        open: maySee(caller, door, kind),
      });
      // A3: to the byte what an id gets that names nothing.
      if (!maySee(caller, door, kind)) expect({ kind, ...shown }).toEqual({ kind, ...nothing });
    }
    expect(isOpen(door, nothing)).toBe(false);
  });
});

test.each(PAGES)(
  "A3: a page that a stranger may not see is the page that does not exist: $name",
  async (door) => {
    const world = await make("alice's");
    const [foreign, nothing] = [world[door.id], newId()];
    /** What is on the page; its scripts hold the address it was asked for and arrive in pieces of any size. */
    const look = ({ status, text }: Shown, id: string) => ({
      status,
      page: text
        .replace(/<script\b[^]*?<\/script>/g, "")
        .replaceAll(id, "ID")
        .replace(/nonce="[^"]*"/g, ""),
    });
    const seen = look(await knock(door, "bob", foreign), foreign);
    expect(seen.status).toBe(404);
    expect(seen).toEqual(look(await knock(door, "bob", nothing), nothing));
    expect((await knock(door, "alice", foreign)).status).toBe(200);
  },
);

test.each([...DOORS, ...PAGES])(
  "an agent's token opens nothing here, not even what is its own: $name",
  async (door) => {
    const { id } = door;
    for (const server of [product.server, open]) {
      const { taskId, sessionId, token } = await openSession(server, server === open ? {} : people.alice);
      const pendingId = await requestAnswer(
        server,
        { sessionId },
        undefined,
        server === open ? undefined : people.alice.token,
      );
      const key = await makeAgentKey(server, server === open ? {} : people.alice);
      const own = { ...fabricate(), taskId, sessionId, pendingId, ...key, keyWorkspaceId: key.workspaceId };
      for (const value of [own[id], newId()])
        for (const credential of [token, key.token])
          expect(await door.knock(server, value, credential)).toMatchObject({
            status: 401,
            text: expect.stringContaining('"code":"unauthenticated"') as string,
          });
    }
  },
);

test("an agent's token opens no route at all, whatever it is for", async () => {
  const tokens = [(await openSession(open)).token, (await makeAgentKey(open)).token];
  const routes = [
    ...(await readRoutes()),
    "POST /mcp",
    "GET /mcp",
    "GET /",
    "GET /new",
    "GET /settings/tokens",
    "GET /settings/external-mcp",
  ];
  for (const server of [product.server, open])
    for (const route of routes) {
      const [method = "", path = ""] = route.split(" ");
      for (const token of tokens) {
        const reply = await send(server, method, path.replace("[id]", newId()), {
          token,
          ...(method === "POST" && { body: {} }),
        });
        expect({ route, status: reply.status }).toEqual({ route, status: 401 });
      }
    }
});

test("a database that fails while the caller's right is read is a failure that says so, never a missing resource", async () => {
  const broken = await startProduct({ KANDEV_AUTH: "enabled" });
  const alice = await insertUser(broken.db);
  const world = await insertWorld(broken.db, { owner: alice });
  await broken.sql`ALTER TABLE workspaces RENAME TO workspaces_away`;
  for (const door of DOORS.filter(({ id }) => id !== "tokenId")) {
    const shown = await door.knock(broken.server, world[door.id], alice.token);
    expect({ door: door.name, status: shown.status, text: shown.text }).toEqual({
      door: door.name,
      status: door.name.includes("/") ? 500 : 200, // a tool fails inside its result
      text: expect.stringContaining("something went wrong on the server") as string,
    });
    expect(shown.text).toContain("internal_error");
  }
  await broken.sql`ALTER TABLE workspaces_away RENAME TO workspaces`;
  expect((await send(broken.server, "GET", `/api/v1/tasks/${world.taskId}`, alice)).status).toBe(200);
  await broken.stop([/"level":50/]);
});
