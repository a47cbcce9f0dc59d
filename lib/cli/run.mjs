import "./check-node.mjs";
import { runChild } from "./child.mjs";
import { ensureInstalled } from "./prepare.mjs";

/** `node lib/cli/run.mjs <file.ts> [arguments]` runs a TypeScript file of this project. */
await ensureInstalled();
process.exitCode = await runChild(process.execPath, ["--import", "tsx", ...process.argv.slice(2)]);
