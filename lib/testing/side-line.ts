import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const SILENCE_MS = 20_000;

/** A line between a test and its agents beside the product: the test says when, the agents say what they got. */
export interface SideLine {
  readonly port: number;
  /** Tells whichever agent waits for `id`, at once, or when it comes to the line. */
  tell(id: string): void;
  /** Resolves to what the agent says of `id`; rejects when it says nothing for {@link SILENCE_MS}. */
  hear(id: string): Promise<readonly string[]>;
  close(): void;
}

const heardShape = z.object({ id: z.string(), outcomes: z.array(z.string()) });

/** Opens one on a free port. See `race` in scripted-agent.mjs. */
export async function openSideLine(): Promise<SideLine> {
  const agents = new Set<Socket>();
  const told: string[] = [];
  const heard = new Map<string, PromiseWithResolvers<readonly string[]>>();
  const entry = (id: string) => {
    const known = heard.get(id) ?? withResolvers<readonly string[]>();
    heard.set(id, known);
    return known;
  };
  const server = createServer((socket) => {
    agents.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => undefined); // its agent was killed
    for (const id of told) socket.write(`${id}\n`); // an agent is seen to wait before its line is here
    socket.once("close", () => agents.delete(socket));
    createInterface(socket).on("line", (line) => {
      const { id, outcomes } = heardShape.parse(JSON.parse(line));
      entry(id).resolve(outcomes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    port,
    tell(id) {
      told.push(id);
      agents.forEach((agent) => agent.write(`${id}\n`));
    },
    hear(id) {
      const silence = sleep(SILENCE_MS, undefined, { ref: false }).then(() => {
        throw new Error(`the agent says nothing of ${id}`);
      });
      return Promise.race([entry(id).promise, silence]);
    },
    close() {
      server.close();
      agents.forEach((agent) => agent.destroy());
    },
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

/** `Promise.withResolvers` of Node 22. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
