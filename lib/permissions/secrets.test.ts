import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openEvents } from "@/lib/testing/event-stream";
import { send } from "@/lib/testing/http";
import { launchAgent, type LaunchedAgent } from "@/lib/testing/launched-agent";
import { connectMcp } from "@/lib/testing/mcp-client";
import { type Product, startProduct } from "@/lib/testing/product";
import { leakOf, type MadeUpSecret, madeUpSecrets } from "@/lib/testing/secrets";

let product: Product;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kandev-secrets-"));
  product = await startProduct({ LOG_LEVEL: "trace" });
});
afterAll(async () => {
  await product.stop([/./]);
  await rm(folder, { recursive: true });
});

const SECRETS = madeUpSecrets(11);
const BATCH = 60; // fewer than a session may have open

const textUpdate = (sessionUpdate: string, text: string) => ({
  update: { sessionUpdate, messageId: crypto.randomUUID(), content: { type: "text", text } },
});

/** Everything that an agent can put a secret into. */
const stepsOf = ({ text }: MadeUpSecret, index: number) => [
  textUpdate("agent_message_chunk", text),
  textUpdate("agent_thought_chunk", text),
  {
    update: {
      sessionUpdate: "tool_call",
      toolCallId: `tool-${index}`,
      title: text,
      kind: "execute",
      rawInput: { command: text, cwd: "/srv" },
      content: [{ type: "content", content: { type: "text", text } }],
    },
  },
  {
    background: true,
    permission: {
      toolCallId: `call-${index}`,
      title: text,
      kind: "execute",
      rawInput: { command: text, description: text, env: { A: text }, headers: { B: text } },
      options: [
        { optionId: "allow-once", name: text, kind: "allow_once" },
        { optionId: "reject-once", name: "Deny", kind: "reject_once" },
      ],
      _meta: { text },
    },
  },
];

/** The texts inside a JSON document, so that a line break in a secret does not hide it; else the text itself. */
function flatten(text: string): string {
  const texts: string[] = [text];
  const visit = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  try {
    visit(JSON.parse(text));
  } catch {
    // not JSON
  }
  return texts.join("\n");
}

const rows = z.array(z.object({ row: z.string() }));

async function surfacesOf(agent: LaunchedAgent, events: string): Promise<Readonly<Record<string, string>>> {
  const mcp = await connectMcp(product.server);
  const listed = await mcp.call("list_pending_agent_permissions_kandev", { task_id: agent.taskId });
  await mcp.close();
  const page = await send(product.server, "GET", `/tasks/${agent.taskId}?session=${agent.sessionId}`);
  const get = async (path: string) => (await send(product.server, "GET", path)).text;
  const database = rows.parse([
    ...(await product.sql`
      SELECT jsonb_build_object('content', content, 'metadata', metadata)::text AS row FROM task_session_messages
      WHERE task_session_id = ${agent.sessionId}`),
  ]);
  return {
    "the list over MCP": flatten(listed.text),
    "the list over REST": flatten(await get(`/api/v1/tasks/${agent.taskId}/permissions`)),
    "the transcript over REST": flatten(JSON.stringify(await agent.messages())),
    "the transcript in the database": database.map(({ row }) => flatten(row)).join("\n"),
    "the events": events,
    "the page": page.text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&#x27;", "'"),
    "the task list": await get("/"),
  };
}

test(
  `PR7, PR12: none of ${SECRETS.length} secrets leaves the process that runs the agent, on any surface`,
  { timeout: 240_000 },
  async () => {
    const leaks: string[] = [];
    for (let start = 0; start < SECRETS.length; start += BATCH) {
      const secrets = SECRETS.slice(start, start + BATCH);
      const stream = await openEvents(product.server);
      const agent = await launchAgent(product.server, "hello");
      await agent.waitFor("idle");
      const reading = stream.until(({ data }) => data.includes("that was all"));
      // From a file, because what a person writes is her own words and stays as it is.
      const steps = [...secrets.flatMap(stepsOf), { wait: 300 }, { say: "that was all" }, { hang: true }];
      const script = join(folder, `${start}.json`);
      await writeFile(script, JSON.stringify(steps));
      await agent.send(`@${script}`);
      await agent.prompts(secrets.length);
      await reading;
      stream.close();
      const events = stream.seen.map(({ data }) => flatten(data)).join("\n");
      const surfaces = await surfacesOf(agent, events);
      const prompts = await agent.permissions();
      await Promise.all(
        prompts.map(({ request_id, ...prompt }) =>
          send(product.server, "POST", `/api/v1/permissions/${request_id}/respond`, {
            body: {
              task_id: prompt.task_id,
              session_id: prompt.session_id,
              pending_id: prompt.pending_id,
              option_id: "allow-once",
            },
          }),
        ),
      );
      const audit = JSON.stringify(
        (await agent.messages()).filter(({ type }) => type === "permission_request"),
      );
      await send(product.server, "POST", `/api/v1/sessions/${agent.sessionId}/end`, {
        body: { state: "completed" },
      });
      for (const { rule, secret } of secrets)
        for (const [surface, shown] of Object.entries({ ...surfaces, "the audit": flatten(audit) }))
          if (leakOf(secret, shown) !== undefined) leaks.push(`${rule} in ${surface}`);
    }
    for (const { rule, secret } of SECRETS)
      if (leakOf(secret, product.server.output()) !== undefined) leaks.push(`${rule} in the log`);
    expect(leaks).toEqual([]);
  },
);

test("PR12: what an agent writes to its standard error is redacted as well", async () => {
  const secret = SECRETS.find(({ rule }) => rule === "github-pat");
  const agent = await launchAgent(product.server, [{ stderr: `${secret?.text ?? ""}\n` }, { exit: 2 }]);
  await expect
    .poll(async () => (await agent.messages()).map(({ content }) => content).join("\n"))
    .toContain("exit code 2");
  const status = (await agent.messages()).filter(({ type }) => type === "status");
  expect(status.map(({ content }) => content).join()).toContain("[redacted]");
  expect(leakOf(secret?.secret ?? "", JSON.stringify(status))).toBeUndefined();
});
