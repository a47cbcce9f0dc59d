import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { type AnyMessage, ndJsonStream, type JsonRpcId, type Stream } from "@agentclientprotocol/sdk";
import type { AgentProfile } from "./profile";
import { endProcessGroup } from "./end-process";
import { processMark } from "./process-mark";

/** How much of what an agent writes to its standard error is kept, for when it ends. */
const STDERR_KEPT = 4_096;

export interface AgentExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of its standard error, as it wrote it: to be redacted before anybody sees it. */
  readonly stderr: string;
}

/** A running agent: a process group of its own, spoken to in ACP over standard input and output. */
export interface AgentProcess {
  readonly pid: number;
  /** See {@link processMark}. */
  readonly mark: string;
  readonly stream: Stream;
  readonly exited: Promise<AgentExit>;
  /** True once the answer to this request of the agent has left for its pipe; false when it never will. */
  answered(requestId: JsonRpcId): Promise<boolean>;
  end(): Promise<void>;
}

/** What belongs to this server and not to an agent: its database, its secrets, its own address. */
const OURS =
  /^(KANDEV_|NEXT|__NEXT|AUTH_|DATABASE_URL$|PG|PORT$|HOST$|NODE_ENV$|NODE_OPTIONS$|TURBOPACK|npm_|INIT_CWD$)/;

/** The environment of an agent: this process's without what is the server's own, and what its profile adds. */
export function agentEnvironment(
  own: NodeJS.ProcessEnv,
  profile: Pick<AgentProfile, "env">,
): NodeJS.ProcessEnv {
  const inherited = { ...own };
  for (const name of Object.keys(own)) if (OURS.test(name)) Reflect.deleteProperty(inherited, name);
  return { ...inherited, ...profile.env };
}

/** Starts an agent in `cwd`, which is made when it is missing. Throws what the system says when it cannot be started. */
export async function spawnAgent(
  profile: Pick<AgentProfile, "command" | "args" | "env">,
  cwd: string,
): Promise<AgentProcess> {
  await mkdir(cwd, { recursive: true });
  const child = spawn(profile.command, [...profile.args], {
    cwd,
    env: agentEnvironment(process.env, profile),
    detached: true, // a group of its own, so that what it starts ends with it
    stdio: ["pipe", "pipe", "pipe"],
  });
  await once(child, "spawn");
  const pid = child.pid;
  if (pid === undefined) throw new Error("the process has no number");
  const exited = watchExit(child);
  const sent = new SentAnswers();
  void exited.then(() => sent.close());
  // Node and the DOM have one class and two types for it.
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const plain = ndJsonStream(Writable.toWeb(child.stdin), output);
  return {
    pid,
    mark: await processMark(pid),
    stream: tap(plain, sent),
    exited,
    answered: (requestId) => sent.of(requestId),
    async end() {
      child.stdin.end();
      await endProcessGroup(pid);
      await exited;
    },
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

async function watchExit(child: Child): Promise<AgentExit> {
  let stderr = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => (stderr = (stderr + text).slice(-STDERR_KEPT)));
  child.stdin.on("error", () => undefined); // it closed its input: its exit, or the next request, tells
  child.on("error", () => undefined); // a signal that could not be sent
  const exit = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once("close", (code: number | null, signal: NodeJS.Signals | null) => resolve([code, signal])),
  );
  const [code, signal] = await exit;
  return { code, signal, stderr };
}

/** The answers that have left for an agent's pipe. */
class SentAnswers {
  #waiting = new Map<JsonRpcId, (sent: boolean) => void>();
  #closed = false;

  of(requestId: JsonRpcId): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    return new Promise((resolve) => this.#waiting.set(requestId, resolve));
  }

  settle(requestId: JsonRpcId, sent: boolean): void {
    this.#waiting.get(requestId)?.(sent);
    this.#waiting.delete(requestId);
  }

  close(): void {
    this.#closed = true;
    for (const resolve of this.#waiting.values()) resolve(false);
    this.#waiting.clear();
  }
}

/** The same stream, which notes each answer once the pipe has taken it. */
function tap(stream: Stream, sent: SentAnswers): Stream {
  const writer = stream.writable.getWriter();
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      const id = "id" in message && !("method" in message) ? message.id : undefined;
      try {
        await writer.write(message);
        if (id !== undefined) sent.settle(id, true);
      } catch (error) {
        if (id !== undefined) sent.settle(id, false);
        throw error;
      }
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
  return { readable: stream.readable, writable };
}
