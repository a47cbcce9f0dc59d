/** What is filled into the form for a well-known agent. */
export interface Preset {
  /** Also the key of the text about what it needs besides: `settings.preset`. */
  readonly id: "claude" | "codex" | "gemini";
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Agents that speak ACP, by themselves or through an adapter from npm. */
export const PRESETS: readonly Preset[] = [
  {
    id: "claude",
    name: "Claude Code",
    command: "npx",
    args: ["-y", "@agentclientprotocol/claude-agent-acp"],
  },
  {
    id: "codex",
    name: "Codex",
    command: "npx",
    args: ["-y", "@agentclientprotocol/codex-acp"],
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    command: "gemini",
    args: ["--acp"],
  },
];
