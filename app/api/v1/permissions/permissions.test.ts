import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "@/lib/testing/http";
import { launchAgent, type LaunchedAgent, type Permission } from "@/lib/testing/launched-agent";
import { type Product, startProduct } from "@/lib/testing/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const command = (toolCallId = "call-1", text = "rm -rf build") => ({
  permission: { toolCallId, title: text, kind: "execute", rawInput: { command: text, cwd: "/srv/app" } },
});

const decide = (agent: LaunchedAgent, prompt: Permission, option_id: string) =>
  send(agent.server, "POST", `/api/v1/permissions/${prompt.request_id}/respond`, {
    body: {
      task_id: prompt.task_id,
      session_id: prompt.session_id,
      pending_id: prompt.pending_id,
      option_id,
    },
  });

test("PR1, PR2: a prompt is listed with its identity and options, and the chosen option reaches the agent", async () => {
  const agent = await launchAgent(product.server, [command()]);
  const [prompt] = await agent.prompts();
  if (prompt === undefined) throw new Error("no prompt");
  expect(prompt).toMatchObject({
    task_id: agent.taskId,
    session_id: agent.sessionId,
    tool_call_id: "call-1",
    title: "rm -rf build",
    status: "pending",
    action: { type: "command", command: "rm -rf build", cwd: "/srv/app", redacted: false },
    options: [
      { option_id: "allow-once", name: "Allow once", kind: "allow_once" },
      { option_id: "allow-always", name: "Always allow", kind: "allow_always" },
      { option_id: "reject-once", name: "Deny", kind: "reject_once" },
    ],
  });
  expect(await agent.state()).toBe("waiting_for_input");
  const reply = await decide(agent, prompt, "reject-once");
  expect(reply.json).toEqual({
    task_id: agent.taskId,
    session_id: agent.sessionId,
    request_id: prompt.request_id,
    pending_id: prompt.pending_id,
    option_id: "reject-once",
    option_kind: "reject_once",
    source: "web",
    status: "resolved",
  });
  await agent.hears({ permission: "call-1", outcome: "selected", optionId: "reject-once" });
  await agent.waitFor("idle");
  const again = await decide(agent, prompt, "allow-once");
  expect(again.json).toMatchObject({ code: "permission_already_resolved" });
});
