import type { SessionSecret } from "@/lib/client/session-secrets";

export interface Snippet {
  readonly id: string;
  readonly client: string;
  /** Where it goes: a terminal or a file. */
  readonly where: string;
  readonly text: string;
  /** How long the client waits for an answer, and how to make it wait longer. */
  readonly waiting: string;
}

const header = (token: string) => ({ Authorization: `Bearer ${token}` });
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** What to paste where, for each client, to connect it to a session. */
export function connectSnippets({ url, token }: SessionSecret): Snippet[] {
  return [
    {
      id: "claude",
      client: "Claude Code",
      where: "In a terminal, in the project's folder",
      text: `claude mcp add --transport http kandev ${url} \\\n  --header "Authorization: Bearer ${token}"`,
      waiting:
        "Start it with MCP_TOOL_TIMEOUT=7200000 (milliseconds) to let a question wait for two hours. Versions before 2.1.142 stop HTTP calls after 60 seconds whatever it says.",
    },
    {
      id: "codex",
      client: "Codex",
      where: "In ~/.codex/config.toml",
      text: [
        "[mcp_servers.kandev]",
        `url = ${JSON.stringify(url)}`,
        `http_headers = { Authorization = ${JSON.stringify(`Bearer ${token}`)} }`,
        "tool_timeout_sec = 7200",
      ].join("\n"),
      waiting:
        "tool_timeout_sec is how long a question may wait; without it Codex gives up after 60 seconds.",
    },
    {
      id: "gemini",
      client: "Gemini CLI",
      where: "In ~/.gemini/settings.json, or .gemini/settings.json in the project",
      text: json({ mcpServers: { kandev: { httpUrl: url, headers: header(token), timeout: 7_200_000 } } }),
      waiting: "timeout is in milliseconds; without it Gemini CLI gives up after 10 minutes.",
    },
    {
      id: "json",
      client: "Other clients",
      where: "In the client's MCP settings; many read this form",
      text: json({ mcpServers: { kandev: { type: "http", url, headers: header(token) } } }),
      waiting: "Look for the client's limit on tool calls, and make it as long as a person may take.",
    },
  ];
}
