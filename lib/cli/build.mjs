import "./check-node.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

await ensureInstalled();
await ensureBuilt({ always: true });
