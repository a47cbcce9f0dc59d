/** What is filled into the form for a well-known agent. */
export interface Preset {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What it needs besides. */
  readonly needs: string;
}

/** Agents that speak ACP, by themselves or through an adapter from npm. */
export const PRESETS: readonly Preset[] = [
  {
    name: "Claude Code",
    command: "npx",
    args: ["-y", "@agentclientprotocol/claude-agent-acp"],
    needs:
      "Sign in once with “claude” as the user that runs this server, or give ANTHROPIC_API_KEY in the environment below.",
  },
  {
    name: "Codex",
    command: "npx",
    args: ["-y", "@agentclientprotocol/codex-acp"],
    needs:
      "Sign in once with “codex login” as the user that runs this server, or give OPENAI_API_KEY in the environment below.",
  },
  {
    name: "Gemini CLI",
    command: "gemini",
    args: ["--acp"],
    needs:
      "Install it with “npm install -g @google/gemini-cli” and sign in once, or give GEMINI_API_KEY in the environment below.",
  },
];
