import { split } from "shlex";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import type { McpClientId } from "@/lib/mcp-clients/shapes";

/** What a client makes of its configuration: where it connects and with which headers. */
export interface Configured {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Variables = Readonly<Record<string, string>>;

const headers = z.record(z.string(), z.string()).default({});
const server = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ kandev: z.strictObject(shape) });
const url = z.url();
const http = z.literal("http");

const shapes = {
  claudeFile: z.strictObject({ mcpServers: server({ type: http, url, headers }) }),
  cursor: z.strictObject({ mcpServers: server({ url, headers }) }),
  codex: z.strictObject({
    mcp_servers: server({
      url,
      http_headers: headers,
      env_http_headers: headers,
      tool_timeout_sec: z.literal(7200).optional(),
    }),
  }),
  gemini: z.strictObject({ mcpServers: server({ httpUrl: url, headers, timeout: z.number().optional() }) }),
  openCode: z.strictObject({
    $schema: z.literal("https://opencode.ai/config.json"),
    mcp: z.strictObject({
      servers: server({ type: z.literal("remote"), url, headers, oauth: z.literal(false) }),
    }),
  }),
  copilot: z.strictObject({
    mcpServers: server({ type: http, url, headers, tools: z.tuple([z.literal("*")]) }),
  }),
  vsCode: z.strictObject({ servers: server({ type: http, url, headers }) }),
  hermes: z.strictObject({ mcp_servers: server({ url, headers, timeout: z.literal(7200).optional() }) }),
  other: z.strictObject({ mcpServers: server({ type: http, url, headers }) }),
};

/** Reads a text as its client reads it: by the client's own format, with `variables` as the environment. */
export function readClientText(id: McpClientId, text: string, variables: Variables = {}): Configured {
  const { url, headers } = read(id, text, variables);
  return { url, headers };
}

function read(id: McpClientId, text: string, variables: Variables): Configured {
  switch (id) {
    case "claude":
      return readCommand(text);
    case "claudeFile":
      return expand(
        shapes.claudeFile.parse(JSON.parse(text)).mcpServers.kandev,
        /\$\{(\w+):-([^}]*)\}/g,
        variables,
      );
    case "cursor":
      return shapes.cursor.parse(JSON.parse(text)).mcpServers.kandev;
    case "codex": {
      const { url, http_headers, env_http_headers } = shapes.codex.parse(parseToml(text)).mcp_servers.kandev;
      const filled = Object.entries(env_http_headers).flatMap(([name, variable]) => {
        const value = variables[variable];
        return value === undefined ? [] : [[name, value] as const];
      });
      return { url, headers: { ...http_headers, ...Object.fromEntries(filled) } };
    }
    case "gemini": {
      const { httpUrl, headers } = shapes.gemini.parse(JSON.parse(text)).mcpServers.kandev;
      return { url: httpUrl, headers };
    }
    case "openCode":
      return expand(
        shapes.openCode.parse(JSON.parse(text)).mcp.servers.kandev,
        /\{env:(\w+)\}()/g,
        variables,
      );
    case "copilot":
      return shapes.copilot.parse(JSON.parse(text)).mcpServers.kandev;
    case "vsCode":
      return shapes.vsCode.parse(JSON.parse(text)).servers.kandev;
    case "hermes":
      return shapes.hermes.parse(parseYaml(text)).mcp_servers.kandev;
    case "other":
      return shapes.other.parse(JSON.parse(text)).mcpServers.kandev;
  }
}

function readCommand(text: string): Configured {
  const [claude, mcp, add, flag, transport, name, address, ...rest] = split(text);
  z.tuple([
    z.literal("claude"),
    z.literal("mcp"),
    z.literal("add"),
    z.literal("--transport"),
    http,
    z.literal("kandev"),
  ]).parse([claude, mcp, add, flag, transport, name]);
  const given: Record<string, string> = {};
  for (let at = 0; at < rest.length; at += 2) {
    z.literal("--header").parse(rest[at]);
    const [, header = "", value = ""] = /^([\w-]+): (.*)$/.exec(rest[at + 1] ?? "") ?? [];
    given[header] = value;
  }
  return { url: url.parse(address), headers: given };
}

const expand = (configured: Configured, place: RegExp, variables: Variables): Configured => ({
  url: configured.url,
  headers: Object.fromEntries(
    Object.entries(configured.headers).map(([name, value]) => [
      name,
      value.replace(place, (_all, variable: string, otherwise: string) => variables[variable] ?? otherwise),
    ]),
  ),
});
