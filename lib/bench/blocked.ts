import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { createTestDatabase } from "@/lib/testing/database";
import { startServer } from "@/lib/testing/server";
import { measure, post } from "./load";
import { type Call, McpCaller, newAgent } from "./mcp";

const AGENTS = 2000;

/** Resident memory of each of 2,000 agents blocked at once; every one must get its own answer. */
export async function benchBlocked(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const server = await startServer({ databaseUrl: database.address });
  const web = new Agent({ keepAlive: true, maxSockets: 16 });
  const callers: McpCaller[] = [];
  try {
    await warmUp(server.url, web);
    const endpoints = await inBatches(AGENTS, () => newAgent(server.url));
    const before = await settledResident(server.pid);
    const calls: { call: Call; index: number; pendingId: string }[] = [];
    const options = [
      { label: "A", description: "" },
      { label: "B", description: "" },
    ];
    await measure([...endpoints.entries()], 16, async ([index, endpoint]) => {
      const caller = new McpCaller(endpoint);
      callers.push(caller);
      const call = caller.call("ask_user_question_kandev", {
        questions: [{ prompt: `Agent ${index}?`, options }],
      });
      calls.push({ call, index, pendingId: await call.pendingId });
    });
    const after = await settledResident(server.pid);
    const start = performance.now();
    await measure(calls, 16, ({ index, pendingId }) =>
      post(web, `${server.url}/api/v1/clarification/${pendingId}/respond`, {
        answers: [{ question_id: "q1", custom_text: `answer ${index}` }],
      }),
    );
    const wrong = (
      await Promise.all(calls.map(async ({ call, index }) => isOwn(await call.result, index)))
    ).filter((own) => !own);
    if (wrong.length > 0) throw new Error(`${wrong.length} agents got somebody else's answer`);
    return {
      blocked_agents: AGENTS,
      blocked_kb_each: (after - before) / AGENTS,
      blocked_answered_seconds: (performance.now() - start) / 1000,
    };
  } finally {
    for (const caller of callers) caller.close();
    web.destroy();
    await server.stop();
    await database.drop();
  }
}

const answerSchema = z.object({ answers: z.tuple([z.object({ custom_text: z.string() })]) });
const isOwn = (result: unknown, index: number) =>
  answerSchema.parse(result).answers[0].custom_text === `answer ${index}`;

/** Code and caches that the first requests load are not the agents'. */
async function warmUp(url: string, web: Agent): Promise<void> {
  await inBatches(40, async () => {
    const caller = new McpCaller(await newAgent(url));
    const options = [
      { label: "A", description: "" },
      { label: "B", description: "" },
    ];
    const call = caller.call("ask_user_question_kandev", { questions: [{ prompt: "Warm?", options }] });
    await post(web, `${url}/api/v1/clarification/${await call.pendingId}/respond`, {
      answers: [{ question_id: "q1" }],
    });
    await call.result;
    caller.close();
  });
}

async function inBatches<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  await measure(Array.from({ length: count }), 16, async () => made.push(await make()));
  return made;
}

/** VmRSS in kB, once it has stopped falling. */
async function settledResident(pid: number): Promise<number> {
  const read = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
  let least = await read();
  for (let calm = 0; calm < 5;) {
    await sleep(500);
    const now = await read();
    calm = now < least * 0.995 ? 0 : calm + 1;
    least = Math.min(least, now);
  }
  return least;
}
