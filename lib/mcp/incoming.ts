import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "@/lib/context";
import { AppError, validationError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { mediaType, readText } from "@/lib/http/body";

/** The JSON-RPC body of a POST, as far as the endpoint must look into it before the protocol library does. */
export interface Incoming {
  readonly body: unknown;
  /** What its messages want. */
  readonly methods: readonly string[];
  /** Names of the tools that the body calls. */
  readonly calledTools: readonly string[];
  /** Names one call of this client over all servers, so that a cancellation finds it. */
  callKey(requestId: string | number): string;
  /** Passes the body's cancellations to whichever server holds the calls. */
  cancelCalls(ctx: Context): Promise<void>;
}

const messageSchema = z.object({
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.string().optional().catch(undefined),
      requestId: z.union([z.string(), z.number()]).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** Names one call of a client over all servers. */
export function callKeyOf(request: Request, requestId: string | number): string {
  const client = ["authorization", "kandev-run", "mcp-session-id"].map(
    (name) => request.headers.get(name) ?? "",
  );
  return createHash("sha256")
    .update(JSON.stringify([...client, requestId]))
    .digest("base64url");
}

/** Reads a POST to an MCP endpoint. Throws payload_too_large, unsupported_media_type, validation_error. */
export async function readIncoming(request: Request): Promise<Incoming> {
  const text = await readText(request);
  if (mediaType(request) !== "application/json")
    throw new AppError("unsupported_media_type", "the body must be application/json");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw validationError("the body is not valid JSON");
  }
  const messages = (Array.isArray(body) ? body : [body]).flatMap((message) => {
    const parsed = messageSchema.safeParse(message);
    return parsed.success ? [parsed.data] : [];
  });
  const callKey = (requestId: string | number) => callKeyOf(request, requestId);
  return {
    body,
    methods: messages.flatMap(({ method }) => (method === undefined ? [] : [method])),
    calledTools: messages.flatMap(({ method, params }) =>
      method === "tools/call" && params?.name !== undefined ? [params.name] : [],
    ),
    callKey,
    async cancelCalls(ctx) {
      const keys = messages.flatMap(({ method, params }) =>
        method === "notifications/cancelled" && params?.requestId !== undefined
          ? [callKey(params.requestId)]
          : [],
      );
      await notify(ctx.app.db, ...keys.map((call) => ({ name: "mcp.cancelled" as const, call })));
    },
  };
}
