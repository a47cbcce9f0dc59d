import { Agent } from "node:http";
import { z } from "zod";
import { createTestDatabase } from "@/lib/testing/database";
import { startServer } from "@/lib/testing/server";
import { startBare } from "./bare";
import { measure, median, post } from "./load";

const ROUNDS = 5;
const EACH = 400;
const WARM_UP = 1_000;
const CALLS = {
  list: { method: "tools/list", params: {} },
  /** Authenticated, checked and answered: it has an argument that the tool does not know. */
  call: { method: "tools/call", params: { name: "list_agent_profiles_kandev", arguments: { echo: 1 } } },
  /** The same with a query; the floor still answers with a constant. */
  read: { method: "tools/call", params: { name: "list_agent_profiles_kandev", arguments: {} } },
} as const;
const listed = z.object({ result: z.object({ tools: z.array(z.unknown()) }) });

/** `tools/list` and a small tool call through `/mcp`, 8 at once, against the same SDK on bare node:http, round about. */
export async function benchTools(): Promise<Record<string, number>> {
  const database = await createTestDatabase();
  const server = await startServer({ databaseUrl: database.address });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send = (url: string, call: (typeof CALLS)[keyof typeof CALLS]) =>
    post(agent, url, { jsonrpc: "2.0", id: 1, ...call }, { accept: "application/json, text/event-stream" });
  const own = `${server.url}/mcp`;
  const { tools } = listed.parse(JSON.parse(await send(own, CALLS.list))).result;
  const bare = await startBare("bare-mcp.ts", { BARE_TOOLS: JSON.stringify(tools) });
  const result: Record<string, number> = {};
  const items = Array.from({ length: EACH }, (_, index) => index);
  try {
    for (const [name, call] of Object.entries(CALLS)) {
      for (const url of [own, bare.url])
        await measure(Array.from({ length: WARM_UP }), 8, () => send(url, call));
      const rates: Record<"product" | "floor", number[]> = { product: [], floor: [] };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [which, url] of [
          ["product", own],
          ["floor", bare.url],
        ] as const)
          rates[which].push((await measure(items, 8, () => send(url, call))).perSecond);
      result[`mcp_${name}_per_second`] = median(rates.product);
      result[`mcp_${name}_floor_per_second`] = median(rates.floor);
      result[`mcp_${name}_ratio`] = median(rates.product) / median(rates.floor);
    }
    return result;
  } finally {
    agent.destroy();
    bare.stop();
    await server.stop();
    await database.drop();
  }
}
