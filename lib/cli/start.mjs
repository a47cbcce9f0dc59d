import "./check-node.mjs";
import { root } from "./child.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

process.chdir(root);
await ensureInstalled();
if (!process.argv.includes("--dev")) await ensureBuilt();
await import("./serve.mjs");
