import { z } from "zod";
import type { RunRequest } from "@/lib/agent-keys/join-run";
import { validationError } from "@/lib/errors";
import { readText } from "@/lib/http/body";
import { isStorable } from "@/lib/ids";
import { toolsOf } from "./catalogue";
import type { Tool } from "./tool";
import { checkQuestionTool } from "./tools/check-question";
import { getUserMessages } from "./tools/get-user-messages";

/** The header that tells the runs of one agent key apart (contract 5). */
const RUN_HEADER = "kandev-run";

/** In characters, of a run and of a client's name. */
const LIMIT = 200;

/** What a run still does when its session has ended: it collects what came. */
const COLLECT: ReadonlySet<Tool> = new Set([checkQuestionTool, getUserMessages]);

/** Where each protocol generation says who the client is: up to 2025-11-25 when it connects, since 2026-07-28 with every request. */
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

const clientName = z.object({ name: z.string() });
const messageSchema = z.object({
  method: z.string(),
  params: z
    .looseObject({
      name: z.string().optional().catch(undefined),
      clientInfo: clientName.optional().catch(undefined),
      _meta: z
        .object({ [CLIENT_INFO]: clientName.optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type Message = z.output<typeof messageSchema>;

/**
 * Reads from a request of an agent with a key which run it belongs to, and leaves its body for whoever serves it. Throws
 * payload_too_large, validation_error for a `Kandev-Run` that is too long.
 */
export async function readRunRequest(request: Request): Promise<RunRequest> {
  const messages = readMessages(await readText(request.clone()));
  const client = clientOf(request, messages);
  return { run: runOf(request) ?? client, client, needs: needsOf(messages) };
}

function readMessages(text: string): readonly Message[] {
  try {
    const body: unknown = JSON.parse(text);
    return (Array.isArray(body) ? body : [body]).flatMap((message) => {
      const parsed = messageSchema.safeParse(message);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return []; // whoever serves it says what is wrong
  }
}

function needsOf(messages: readonly Message[]): RunRequest["needs"] {
  const called = new Set(
    messages.flatMap(({ method, params }) => (method === "tools/call" ? [params?.name] : [])),
  );
  const tools = toolsOf("kanban-task").filter((tool) => called.has(tool.name));
  if (tools.length === 0) return "nothing";
  return tools.every((tool) => COLLECT.has(tool)) ? "session" : "open session";
}

function runOf(request: Request): string | undefined {
  const run = readHeader(request.headers.get(RUN_HEADER) ?? "").trim();
  if (run === "") return undefined;
  if ([...run].length > LIMIT || !isStorable(run))
    throw validationError(`Kandev-Run: must have at most ${LIMIT} characters`);
  return run;
}

/** A header's bytes arrive one to a character; those of UTF-8 are put together again. */
function readHeader(value: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

function clientOf(request: Request, messages: readonly Message[]): string {
  const said = messages.flatMap(({ params }) => [
    params?._meta?.[CLIENT_INFO]?.name,
    params?.clientInfo?.name,
  ]);
  const userAgent = /^[^\s/(]+/.exec(request.headers.get("user-agent") ?? "")?.[0];
  const known = [...said, nameIn(request.headers.get("mcp-session-id")), userAgent].map(tidyName);
  return known.find((name) => name !== "") ?? "agent";
}

const tidyName = (name: string | undefined): string =>
  [...(name ?? "").toWellFormed().replaceAll("\0", "").trim()].slice(0, LIMIT).join("");

/**
 * The `mcp-session-id` of a client of the older generation, which says its name only when it connects: the id carries the
 * name, so that every later request has it, on any server and after any restart. It grants nothing.
 */
export function mcpSessionId(id: string, body: unknown): string {
  const parsed = messageSchema.safeParse(body);
  const name = tidyName(parsed.data?.params?.clientInfo?.name);
  return name === "" ? id : `${id}.${Buffer.from(name).toString("base64url")}`;
}

const nameIn = (sessionId: string | null): string =>
  Buffer.from(sessionId?.split(".")[1] ?? "", "base64url").toString();
