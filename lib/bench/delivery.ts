import { Agent } from "node:http";
import { createTestDatabase } from "@/lib/testing/database";
import { startServer } from "@/lib/testing/server";
import { McpCaller, newAgent } from "./mcp";
import { median, post } from "./load";

const ROUNDS = 200;

/**
 * From an answer being sent to the agent's blocked call having returned, against an echo: a tool call that is authenticated,
 * checked and answered, and does nothing. (It has an argument that the tool does not know.)
 */
export async function benchDelivery(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const server = await startServer({ databaseUrl: database.address });
  const agent = new Agent({ keepAlive: true });
  const delivery: number[] = [];
  const echo: number[] = [];
  try {
    const caller = new McpCaller(await newAgent(server.url));
    for (let round = 0; round < ROUNDS + 20; round += 1) {
      const options = [
        { label: "A", description: "" },
        { label: "B", description: "" },
      ];
      const asked = caller.call("ask_user_question_kandev", {
        questions: [{ prompt: `Round ${round}?`, options }],
      });
      const pendingId = await asked.pendingId;
      const sent = performance.now();
      const answered = post(agent, `${server.url}/api/v1/clarification/${pendingId}/respond`, {
        answers: [{ question_id: "q1", selected_options: ["q1_opt1"] }],
      });
      await asked.result;
      const returned = performance.now();
      await answered;
      const echoed = performance.now();
      await caller.call("get_user_messages_kandev", { echo: round }).result;
      const replied = performance.now();
      if (round < 20) continue; // warming up
      delivery.push(returned - sent);
      echo.push(replied - echoed);
    }
    return {
      delivery_median_ms: median(delivery),
      delivery_echo_median_ms: median(echo),
      delivery_to_echo_ratio: median(delivery) / median(echo),
    };
  } finally {
    agent.destroy();
    await server.stop();
    await database.drop();
  }
}
