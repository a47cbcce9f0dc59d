import type { SessionSecret } from "@/lib/client/session-secrets";
import { claudeCommand, codexToml, commonJson, geminiJson } from "@/lib/mcp-clients/shapes";

export interface Snippet {
  readonly id: string;
  readonly client: string;
  /** Where it goes: a terminal or a file. */
  readonly where: string;
  readonly text: string;
  /** How long the client waits for an answer, and how to make it wait longer. */
  readonly waiting: string;
}

/** What to paste where, for each client, to connect it to a session. */
export function connectSnippets({ url, token }: SessionSecret): Snippet[] {
  const target = { url, headers: { Authorization: `Bearer ${token}` }, patient: true };
  return [
    {
      id: "claude",
      client: "Claude Code",
      where: "In a terminal, in the project's folder",
      text: claudeCommand(target),
      waiting:
        "Start it with MCP_TOOL_TIMEOUT=7200000 (milliseconds) to let a question wait for two hours. Versions before 2.1.142 stop HTTP calls after 60 seconds whatever it says.",
    },
    {
      id: "codex",
      client: "Codex",
      where: "In ~/.codex/config.toml",
      text: codexToml(target),
      waiting:
        "tool_timeout_sec is how long a question may wait; without it Codex gives up after 60 seconds.",
    },
    {
      id: "gemini",
      client: "Gemini CLI",
      where: "In ~/.gemini/settings.json, or .gemini/settings.json in the project",
      text: geminiJson(target),
      waiting: "timeout is in milliseconds; without it Gemini CLI gives up after 10 minutes.",
    },
    {
      id: "json",
      client: "Other clients",
      where: "In the client's MCP settings; many read this form",
      text: commonJson(target),
      waiting: "Look for the client's limit on tool calls, and make it as long as a person may take.",
    },
  ];
}
