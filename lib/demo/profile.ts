import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentProfile } from "@/lib/agents/profile";

/** A scripted agent that needs no model: it asks, requests permissions and reports, so that everything can be tried. */
export const demoProfile: AgentProfile = {
  id: "demo",
  name: "Demo agent",
  command: process.execPath,
  args: [
    "--import",
    pathToFileURL(resolve("node_modules/tsx/dist/loader.mjs")).href,
    resolve("lib/demo/acp-agent.ts"),
  ],
  env: {},
  cwd: "",
  autoApprove: false,
  builtIn: true,
};
