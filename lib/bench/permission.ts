import { Agent } from "node:http";
import { createTestDatabase } from "@/lib/testing/database";
import { launchAgent, type Permission } from "@/lib/testing/launched-agent";
import { startServer } from "@/lib/testing/server";
import { median, post } from "./load";
import { McpCaller, newAgent } from "./mcp";

const ROUNDS = 200;
const SESSIONS = 50;
const PROMPTS_EACH = 10;

/**
 * From an option being chosen to the agent's process having the response, against a tool call that only echoes (see
 * delivery.ts); and one list of 500 live prompts over 50 sessions of a task.
 */
export async function benchPermission(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const server = await startServer({ databaseUrl: database.address });
  const agent = new Agent({ keepAlive: true });
  try {
    return { ...(await benchDecision(server, agent)), ...(await benchList(server)) };
  } finally {
    agent.destroy();
    await server.stop();
    await database.drop();
  }
}

type Target = Awaited<ReturnType<typeof startServer>>;

/** The agent notes on the machine's one clock when it has a response; both processes read it. */
const clock = (): number => performance.timeOrigin + performance.now();

async function benchDecision(server: Target, agent: Agent): Promise<Record<string, number>> {
  const caller = new McpCaller(await newAgent(server.url));
  const sent = new Map<string, number>();
  const echo: number[] = [];
  const launched = await launchAgent(server, [{ timed: { count: ROUNDS + 20, prefix: "p" } }]);
  for (let round = 0; round < ROUNDS + 20; round += 1) {
    const prompt = await nextPrompt(() => launched.permissions(), `p-${round}`);
    sent.set(prompt.pending_id, clock());
    await post(agent, `${server.url}/api/v1/permissions/${prompt.request_id}/respond`, {
      task_id: prompt.task_id,
      session_id: prompt.session_id,
      pending_id: prompt.pending_id,
      option_id: "allow-once",
    });
    const begin = performance.now();
    await caller.call("get_user_messages_kandev", { echo: round }).result;
    if (round >= 20) echo.push(performance.now() - begin);
  }
  while ((await launched.state()) !== "idle"); // its turn ends with what it says
  const times = (await launched.said()).flatMap((line) => arrivals(line));
  const delivered = times.slice(20).map(([id, at]) => at - (sent.get(id) ?? Number.NaN));
  caller.close();
  return {
    permission_median_ms: median(delivered),
    permission_echo_median_ms: median(echo),
    permission_to_echo_ratio: median(delivered) / median(echo),
  };
}

export async function nextPrompt(
  list: () => Promise<readonly Permission[]>,
  pendingId: string,
): Promise<Permission> {
  for (;;) {
    const found = (await list()).find((prompt) => prompt.pending_id === pendingId);
    if (found !== undefined) return found;
  }
}

const arrivals = (line: unknown): [string, number][] =>
  typeof line === "object" && line !== null && "timed" in line && Array.isArray(line.timed)
    ? line.timed.flatMap((entry: unknown): [string, number][] =>
        Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number"
          ? [[entry[0], entry[1]]]
          : [],
      )
    : [];

async function benchList(server: Target): Promise<Record<string, number>> {
  const asks = Array.from({ length: PROMPTS_EACH }, (_, index) => ({
    permission: {
      toolCallId: `call-${index}`,
      title: "Run the tests",
      kind: "execute",
      rawInput: { command: "npm test" },
    },
    background: true,
  }));
  const first = await launchAgent(server, [...asks, { hang: true }]);
  for (let session = 1; session < SESSIONS; session += 1)
    await launchAgent(server, [...asks, { hang: true }], { taskId: first.taskId });
  const path = `${server.url}/api/v1/tasks/${first.taskId}/permissions`;
  const total = async () => {
    const begin = performance.now();
    const body: unknown = await (await fetch(path)).json();
    const took = performance.now() - begin;
    const count = typeof body === "object" && body !== null && "total" in body ? Number(body.total) : 0;
    return { count, took };
  };
  for (let patience = 0; (await total()).count < SESSIONS * PROMPTS_EACH; patience += 1)
    if (patience > 10_000) throw new Error("not every prompt arrived");
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1) times.push((await total()).took);
  return { permission_list_500_median_ms: median(times), permission_list_500_slowest_ms: Math.max(...times) };
}
