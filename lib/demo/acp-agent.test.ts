import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { client, methods, PROTOCOL_VERSION, type RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import { afterEach, expect, test } from "vitest";
import { type AgentProcess, spawnAgent } from "@/lib/agents/spawn-agent";
import { demoProfile } from "./profile";

const running: AgentProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.end()));
});

/** The demo agent under a client of ours that decides every prompt with `decide`, and offers no MCP server. */
async function start(decide: () => RequestPermissionOutcome | Promise<RequestPermissionOutcome>) {
  const agent = await spawnAgent(demoProfile, tmpdir());
  running.push(agent);
  const said: string[] = [];
  const statuses = new Map<string, string>();
  const connection = client({ name: "test" })
    .onRequest(methods.client.session.requestPermission, async () => ({ outcome: await decide() }))
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
        said.push(update.content.text);
      if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update")
        statuses.set(update.toolCallId, update.status ?? "");
    })
    .connect(agent.stream);
  await connection.agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: {},
  });
  const { sessionId } = await connection.agent.request(methods.agent.session.new, {
    cwd: tmpdir(),
    mcpServers: [],
  });
  return {
    said,
    statuses: () => [...statuses.values()],
    prompt: (text: string) =>
      connection.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] }),
    cancel: () => connection.agent.notify(methods.agent.session.cancel, { sessionId }),
  };
}

test("the demo agent leaves what nobody decides, and goes on without a server to ask over", async () => {
  const agent = await start(() => ({ outcome: "cancelled" }));
  expect(await agent.prompt("go")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.statuses()).toEqual(["completed", "failed", "failed", "failed", "failed"]);
  expect(agent.said).toContain("I got no answer (no_server), so I leave that undecided.");
  expect(agent.said.at(-1)?.match(/\*\*not decided\*\*/g)).toHaveLength(4);
});

test("a cancelled turn of the demo agent ends as cancelled, and the next message is answered", async () => {
  let cancel: () => Promise<void> = () => Promise.resolve();
  const agent = await start(async () => {
    await cancel();
    return { outcome: "cancelled" };
  });
  cancel = agent.cancel;
  expect(await agent.prompt("go")).toMatchObject({ stopReason: "cancelled" });
  expect(await agent.prompt("still there?")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.said.at(-1)).toContain("> still there?");
});

test("the demo agent ends by itself when its input does", async () => {
  const child = spawn(demoProfile.command, [...demoProfile.args], { cwd: tmpdir(), stdio: "pipe" });
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});
