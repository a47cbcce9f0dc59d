import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { makeTemporaryFolder } from "@/lib/testing/test-postgres";
import { median } from "./load";

const ROUNDS = 5;
const PORT = "38917";

/** Seconds from `npm start`, built and initialised, to a health check that says ok, on the embedded PostgreSQL. */
export async function benchStart(): Promise<Record<string, number>> {
  const dataDir = await makeTemporaryFolder("kandev-bench-");
  const times: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const seconds = await startOnce(dataDir);
      if (round > 0) times.push(seconds); // the first start initialises
    }
    return { start_median_seconds: median(times), start_slowest_seconds: Math.max(...times) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const begin = performance.now();
  const child = spawn("npm", ["start"], {
    env: { ...process.env, PORT, KANDEV_DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    for (;;) {
      const ok = await fetch(`http://127.0.0.1:${PORT}/api/health`).then(
        (response) => response.ok,
        () => false,
      );
      if (ok) return (performance.now() - begin) / 1000;
      if (child.exitCode !== null) throw new Error("npm start ended early");
      await sleep(10);
    }
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
