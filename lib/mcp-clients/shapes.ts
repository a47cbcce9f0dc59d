/** How each MCP client writes a server into its configuration; looked up in the clients' own documents in December 2026. */

export interface McpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A call may wait for a person: where a client has a limit on calls, it is raised to two hours. */
  readonly patient: boolean;
  /** The client's runs are told apart by this environment variable where the client can put one into a header. */
  readonly runVariable?: string;
}

const NAME = "kandev";
export const RUN_HEADER = "Kandev-Run";

const PATIENCE_SECONDS = 7_200;
const PATIENCE_MS = PATIENCE_SECONDS * 1_000;

const json = (value: unknown) => JSON.stringify(value, null, 2);
const withHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).length === 0 ? {} : { headers };
const under = (key: string, server: Readonly<Record<string, unknown>>, more: object = {}) =>
  json({ ...more, [key]: { [NAME]: server } });

/** A header that the client fills from the environment, written as `place` makes it of the variable's name. */
const runHeader = (
  { runVariable }: McpTarget,
  place: (variable: string) => string,
): Readonly<Record<string, string>> =>
  runVariable === undefined ? {} : { [RUN_HEADER]: place(runVariable) };

/** One line for a shell. */
export const claudeCommand = ({ url, headers }: Pick<McpTarget, "url" | "headers">): string =>
  [
    `claude mcp add --transport http ${NAME} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${JSON.stringify(`${name}: ${value}`)}`),
  ].join(" \\\n  ");

/** `.mcp.json`; what stands in `${...}` is filled in by Claude Code, with what follows `:-` where it is unset. */
export const claudeJson = (target: McpTarget): string =>
  under("mcpServers", {
    type: "http",
    url: target.url,
    ...withHeaders({
      ...target.headers,
      ...runHeader(target, (variable) => `\${${variable}:-claude-code}`),
    }),
  });

export const cursorJson = ({ url, headers }: McpTarget): string =>
  under("mcpServers", { url, ...withHeaders(headers) });

const tomlTable = (entries: readonly (readonly [string, string])[]) =>
  `{ ${entries.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(", ")} }`;

export const codexToml = ({ url, headers, patient, runVariable }: McpTarget): string =>
  [
    `[mcp_servers.${NAME}]`,
    `url = ${JSON.stringify(url)}`,
    ...(Object.keys(headers).length === 0 ? [] : [`http_headers = ${tomlTable(Object.entries(headers))}`]),
    ...(runVariable === undefined ? [] : [`env_http_headers = ${tomlTable([[RUN_HEADER, runVariable]])}`]),
    ...(patient ? [`tool_timeout_sec = ${PATIENCE_SECONDS}`] : []),
  ].join("\n");

export const geminiJson = ({ url, headers, patient }: McpTarget): string =>
  under("mcpServers", { httpUrl: url, ...withHeaders(headers), ...(patient && { timeout: PATIENCE_MS }) });

/** Version 2; an empty value of `{env:...}` counts as none. */
export const openCodeJson = (target: McpTarget): string =>
  json({
    $schema: "https://opencode.ai/config.json",
    mcp: {
      servers: {
        [NAME]: {
          type: "remote",
          url: target.url,
          ...withHeaders({ ...target.headers, ...runHeader(target, (variable) => `{env:${variable}}`) }),
          oauth: false,
        },
      },
    },
  });

export const copilotJson = ({ url, headers }: McpTarget): string =>
  under("mcpServers", { type: "http", url, ...withHeaders(headers), tools: ["*"] });

export const vsCodeJson = ({ url, headers }: McpTarget): string =>
  under("servers", { type: "http", url, ...withHeaders(headers) });

export const hermesYaml = ({ url, headers, patient }: McpTarget): string =>
  [
    "mcp_servers:",
    `  ${NAME}:`,
    `    url: ${JSON.stringify(url)}`,
    ...(Object.keys(headers).length === 0 ? [] : ["    headers:"]),
    ...Object.entries(headers).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`),
    ...(patient ? [`    timeout: ${PATIENCE_SECONDS}`] : []),
  ].join("\n");

/** The form that most other clients read. */
export const commonJson = ({ url, headers }: McpTarget): string =>
  under("mcpServers", { type: "http", url, ...withHeaders(headers) });

/** The clients that the pages have a text for, in the order of their tabs. Names are theirs and are not translated. */
export const MCP_CLIENTS = [
  { id: "claude", client: "Claude Code", language: "shell", write: claudeCommand },
  { id: "claudeFile", client: "Claude Code (.mcp.json)", language: "json", write: claudeJson },
  { id: "cursor", client: "Cursor", language: "json", write: cursorJson },
  { id: "codex", client: "Codex", language: "toml", write: codexToml },
  { id: "gemini", client: "Gemini CLI", language: "json", write: geminiJson },
  { id: "openCode", client: "OpenCode", language: "json", write: openCodeJson },
  { id: "copilot", client: "GitHub Copilot CLI", language: "json", write: copilotJson },
  { id: "vsCode", client: "VS Code", language: "json", write: vsCodeJson },
  { id: "hermes", client: "Hermes", language: "yaml", write: hermesYaml },
  { id: "other", client: "", language: "json", write: commonJson },
] as const;

export type McpClientId = (typeof MCP_CLIENTS)[number]["id"];
