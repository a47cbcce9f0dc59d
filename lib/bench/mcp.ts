import { Agent, type IncomingMessage, request } from "node:http";
import { z } from "zod";

export interface AgentEndpoint {
  readonly url: string;
  readonly token: string;
}

const json = async <T>(url: string, body: unknown, schema: z.ZodType<T>): Promise<T> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return schema.parse(await response.json());
};

/** A task with a session for an agent, made over REST. */
export async function newAgent(base: string): Promise<AgentEndpoint> {
  const task = await json(`${base}/api/v1/tasks`, { title: "bench" }, z.object({ id: z.string() }));
  const { mcp } = await json(
    `${base}/api/v1/tasks/${task.id}/sessions`,
    {},
    z.object({ mcp: z.object({ url: z.string(), token: z.string() }) }),
  );
  return mcp;
}

const messageSchema = z.looseObject({
  id: z.number().optional(),
  params: z.looseObject({ message: z.string().optional() }).optional(),
  result: z.looseObject({ structuredContent: z.unknown().optional() }).optional(),
});

export interface Call {
  /** From the first progress notification of a call that blocks. */
  readonly pendingId: Promise<string>;
  readonly result: Promise<unknown>;
}

/** A client of the streamable HTTP transport without the weight of one, so that the server is measured and not the client. */
export class McpCaller {
  #agent = new Agent({ keepAlive: true });
  #endpoint: AgentEndpoint;
  #id = 0;

  constructor(endpoint: AgentEndpoint) {
    this.#endpoint = endpoint;
  }

  call(name: string, args: unknown): Call {
    return this.#send("tools/call", { name, arguments: args, _meta: { progressToken: 1 } });
  }

  request(method: string): Promise<unknown> {
    return this.#send(method, {}).result;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, params: unknown): Call {
    this.#id += 1;
    const id = this.#id;
    let found: (pendingId: string) => void = () => undefined;
    const pendingId = new Promise<string>((resolve) => (found = resolve));
    const result = new Promise<unknown>((resolve, reject) => {
      const payload = JSON.stringify({ jsonrpc: "2.0", id, method, params });
      const sent = request(
        this.#endpoint.url,
        {
          method: "POST",
          agent: this.#agent,
          headers: {
            authorization: `Bearer ${this.#endpoint.token}`,
            accept: "application/json, text/event-stream",
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          },
        },
        (response) =>
          read(response, (message) => {
            const progress = /question (\S+) in/.exec(message.params?.message ?? "");
            if (progress?.[1] !== undefined) found(progress[1]);
            if (message.id === id) resolve(message.result?.structuredContent);
          }),
      );
      sent.on("error", reject);
      sent.end(payload);
    });
    return { pendingId, result };
  }
}

/** Passes on each JSON-RPC message of a response, be it a stream of events or one JSON body. */
function read(response: IncomingMessage, onMessage: (message: z.output<typeof messageSchema>) => void): void {
  let rest = "";
  const stream = response.headers["content-type"] === "text/event-stream";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    rest += chunk;
    if (!stream) return;
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) onMessage(messageSchema.parse(JSON.parse(data.slice(6))));
    }
  });
  response.on("end", () => {
    if (!stream && rest !== "") onMessage(messageSchema.parse(JSON.parse(rest)));
  });
}
