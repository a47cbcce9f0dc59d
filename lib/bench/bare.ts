import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts one of the floors of this folder as a program of its own; it prints its port first. */
export async function startBare(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ["--import", "tsx", `lib/bench/${file}`], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${chunk.toString().trim().split(" ")[1]}`, stop: () => void child.kill() };
}
