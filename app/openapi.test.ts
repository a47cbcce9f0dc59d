import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "@/lib/http/operations";
import { newId } from "@/lib/ids";
import { DOORS, type Door, fabricate, insertWorld } from "@/lib/testing/doors";
import { insertUser } from "@/lib/testing/factories";
import { type Product, startProduct } from "@/lib/testing/product";
import { readRoutes } from "@/lib/testing/routes";

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const documentShape = z.looseObject({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.looseObject({ content })) })),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

let product: Product;
let document: z.output<typeof documentShape>;
let ajv: Ajv2020;

beforeAll(async () => {
  product = await startProduct({ KANDEV_QUESTION_WAIT_SECONDS: "1" });
  const response = await fetch(`${product.server.url}/api/v1/openapi.json`);
  expect(response.headers.get("content-type")).toBe("application/json");
  document = documentShape.parse(await response.json());
  ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: "document", ...(closed(document) as object) });
});
afterAll(() => product.stop());

/** Objects with described keys take no others here, so that a key that nobody described is found. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => [key, closed(value)]);
  const object = Object.fromEntries(entries);
  return "properties" in object && !("additionalProperties" in object)
    ? { ...object, additionalProperties: false }
    : object;
}

/** What is wrong with an answer, by the description; [] when it is as described. */
function faults(name: string, status: number, text: string): string[] {
  const [method = "", path = ""] = (name.split("?")[0] ?? "").split(" ");
  const at = path.replace(/\[(\w+)\]/g, "{$1}");
  const responses = document.paths[at]?.[method.toLowerCase()]?.responses;
  if (responses === undefined) return [`${name} is not described`];
  const key = `${status}` in responses ? `${status}` : "default";
  if (key === "default" && status < 400) return [`${name} answers ${status}, which is not described`];
  if (responses[key]?.content["application/json"] === undefined) return [];
  const pointer = [
    "paths",
    at,
    method.toLowerCase(),
    "responses",
    key,
    "content",
    "application/json",
    "schema",
  ]
    .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const validate = ajv.compile({ $ref: `document#/${pointer}` });
  return validate(JSON.parse(text)) ? [] : [ajv.errorsText(validate.errors)];
}

test("every route is described, and nothing that is none", async () => {
  const routes = [...(await readRoutes()), "GET /api/health"];
  expect(Object.keys(OPERATIONS).sort()).toEqual(routes.sort());
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.components.schemas)).toContain("Task");
});

const rest = DOORS.filter(({ name }) => name.includes(" "));

describe("answers are as described", () => {
  test.each(rest)("$name", async (door: Door) => {
    const world = await insertWorld(product.db, { owner: undefined });
    for (const id of [world[door.id], fabricate()[door.id]]) {
      const { status, text } = await door.knock(product.server, id);
      expect({ status, faults: faults(door.name, status, text) }).toEqual({ status, faults: [] });
    }
  });

  const profile = { name: "An agent", command: process.execPath, args: ["-e", "0"], env: { A_NAME: "x" } };
  test.each([
    ["GET /api/health", undefined, 200],
    ["GET /api/v1/openapi.json", undefined, 200],
    ["GET /api/v1/workspaces", undefined, 200],
    ["POST /api/v1/workspaces", { name: "New" }, 201],
    ["POST /api/v1/workspaces", { name: "" }, 400],
    ["GET /api/v1/tasks", undefined, 200],
    ["GET /api/v1/agent-profiles", undefined, 200],
    ["POST /api/v1/agent-profiles", profile, 201],
    ["DELETE /api/v1/agent-profiles/[id]", undefined, 404],
    ["GET /api/v1/auth/tokens", undefined, 404],
    ["POST /api/v1/setup", { email: "a@b.test", password: "12345678" }, 404],
    ["POST /api/v1/demo", {}, 202],
  ])("%s with %j: %i", async (name, body, expected) => {
    const [method = "", path = ""] = name.split(" ");
    const response = await fetch(product.server.url + path.replace("[id]", newId()), {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    const text = await response.text();
    expect({ status: response.status, faults: faults(name, response.status, text), text }).toEqual({
      status: expected,
      faults: [],
      text,
    });
  });

  test("the first account and its tokens, on a server with accounts", async () => {
    const accounts = await startProduct({ KANDEV_AUTH: "enabled" });
    const call = async (name: string, body?: unknown, token = "") => {
      const [method = "", path = ""] = name.split(" ");
      const response = await fetch(accounts.server.url + path, {
        method,
        headers: {
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(token !== "" && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, faults: faults(name, response.status, text) };
    };
    const ok = (status: number) => ({ status, faults: [] });
    const first = { email: "ada@example.test", password: "correct horse" };
    expect(await call("POST /api/v1/setup", first)).toEqual(ok(201));
    expect(await call("GET /api/v1/auth/tokens")).toEqual(ok(401));
    const { token } = await insertUser(accounts.db);
    expect(await call("POST /api/v1/auth/tokens", { name: "New" }, token)).toEqual(ok(201));
    expect(await call("GET /api/v1/auth/tokens", undefined, token)).toEqual(ok(200));
    await accounts.stop();
  });

  test("the test would see a key that is missing and one that nobody described", () => {
    const workspace = { id: "w", name: "W", owner_id: "" };
    const name = "POST /api/v1/workspaces";
    expect(faults(name, 201, JSON.stringify(workspace))).toEqual([]);
    expect(faults(name, 201, JSON.stringify({ ...workspace, more: 1 }))).toHaveLength(1);
    expect(faults(name, 201, JSON.stringify({ id: "w", name: "W" }))).toHaveLength(1);
  });
});
