import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What `npm start` tells Node. */
const NODE_FLAGS =
  /"start": "exec node ((?:--\S+ )*)/.exec(readFileSync("package.json", "utf8"))?.[1]?.trim().split(" ") ??
  [];

const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

export interface ServerOptions {
  /** On top of the caller's environment, of which nothing that configures a server is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly databaseUrl?: string;
  /** For a server with its own embedded PostgreSQL. */
  readonly dataDir?: string;
  readonly timeoutSeconds?: number;
}

export interface TestServer {
  /** Such as `http://127.0.0.1:34567`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** All that it printed so far. */
  output(): string;
  /** Resolves to the exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends exactly this process, as a crash would. */
  kill(): Promise<void>;
}

/** Runs the built product as a user would, on a free port, and resolves once it serves. Needs `npm run build`. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const child = spawn(process.execPath, [...NODE_FLAGS, "lib/cli/serve.mjs"], {
    env: environment(options),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exit = new Promise<number | null>((ended) => {
    child.once("error", (error) => (output += error.message));
    // not "close": an agent that outlives a killed server may hold its pipes
    child.once("exit", (code) => {
      running.delete(child);
      ended(code);
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await exit;
  };

  const giveUp = Date.now() + (options.timeoutSeconds ?? 60) * 1000;
  for (;;) {
    const [, url, port] = /Kandev is ready at (http:\/\/\S+:(\d+))/.exec(output) ?? [];
    if (url && child.pid !== undefined) {
      return {
        url,
        port: Number(port),
        pid: child.pid,
        output: () => output,
        stop: (signal = "SIGTERM") => end(signal),
        kill: async () => void (await end("SIGKILL")),
      };
    }
    if (!running.has(child)) {
      await sleep(100); // for the last of its output
      throw new Error(`The server ended at the start:\n${output}`);
    }
    if (Date.now() > giveUp) {
      await end("SIGKILL");
      throw new Error(`The server did not become ready:\n${output}`);
    }
    await sleep(10);
  }
}

function environment({ env, databaseUrl, dataDir }: ServerOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PORT|HOST|DATABASE_URL|LOG_LEVEL|NEXT_.*|NEXTAUTH_.*|KANDEV_.*|VITEST.*)$/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    PORT: "0",
    KANDEV_DATA_DIR: join(tmpdir(), "kandev-test-data"), // agents that are launched work in here
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(dataDir ? { KANDEV_DATA_DIR: dataDir } : {}),
    ...env,
  };
}
