import { parseArgs } from "node:util";
import { z } from "zod";
import { askPerson } from "./ask-person";
import { DEMO_ASKS } from "./asks";

/**
 * `npm run demo [-- --url http://127.0.0.1:3000]`: the scripted agent against a server that is already running. With
 * accounts its task is made with a personal access token, from KANDEV_TOKEN.
 */
const { values } = parseArgs({ options: { url: { type: "string" } } });
const token = process.env.KANDEV_TOKEN;
const base = values.url ?? process.env.KANDEV_PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT || "3000"}`;

async function post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(new URL(path, base), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (response.status === 401)
    throw new Error("the server has accounts: put a personal access token into KANDEV_TOKEN");
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return schema.parse(await response.json());
}

try {
  const task = await post(
    "/api/v1/tasks",
    { title: "Demo from the command line" },
    z.object({ id: z.string() }),
  );
  const { mcp } = await post(
    `/api/v1/tasks/${task.id}/sessions`,
    {},
    z.object({ mcp: z.object({ url: z.string(), token: z.string() }) }),
  );
  console.log(`The agent is connected. Answer it at ${new URL(`/tasks/${task.id}`, base).href}`);
  for (const ask of DEMO_ASKS) {
    console.log(`asking: ${ask.questions.map((question) => question.prompt).join(" / ")}`);
    const asked = await askPerson({ url: mcp.url, headers: { authorization: `Bearer ${mcp.token}` } }, ask);
    if (asked.kind === "unanswered") throw new Error(`${asked.code}: ${asked.message}`);
    console.log(`was told: ${asked.json}`);
  }
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  console.error(
    `The demo could not go on: ${error instanceof Error ? error.message : String(error)}${cause}`,
  );
  console.error(`Is the server running at ${base}? Start it with: npm start`);
  process.exitCode = 1;
}
