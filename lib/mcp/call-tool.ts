import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { trackCall } from "./calls";
import { type Offer, takesTextOnly } from "./offer";
import { type ProgressChannel, startProgress } from "./progress";
import type { Tool, ToolCall } from "./tool";

/** One `tools/call`, as the protocol's generation received it. */
export interface Call extends ProgressChannel {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly userAgent: string;
  /** Any of them ends the call: its connection is gone, or its caller has cancelled it. */
  readonly signals: readonly AbortSignal[];
  /** Names the call over all servers (`Incoming.callKey`). */
  readonly key: string;
}

/** A tool's object as text and structured, or `<code>: <message>` as an error (contract 5). */
export interface CallResult {
  readonly isError?: true;
  readonly content: { type: "text"; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

/** Calls a tool of the offer. Throws UnknownToolError; what fails in the tool is a result. */
export async function callTool(ctx: Context, offer: Offer, call: Call): Promise<CallResult> {
  const tool = offer.byName.get(call.name);
  if (tool === undefined) throw new UnknownToolError(call.name);
  const textOnly = takesTextOnly(tool, call.userAgent);
  const run = (toolCall: ToolCall) => runTool(tool, ctx, call.args, toolCall, textOnly);
  const [gone = new AbortController().signal] = call.signals;
  if (!tool.blocking) return run({ signal: gone, waitsOn: () => undefined });
  const tracked = trackCall(ctx, call.key, call.signals);
  const progress = startProgress(ctx.app, call);
  try {
    return await run({ signal: tracked.signal, waitsOn: progress.waitsOn });
  } finally {
    progress.stop();
    tracked.end();
  }
}

/** Both protocol libraries send `code` and `message` of what a handler throws. */
class UnknownToolError extends Error {
  readonly code = -32602;

  constructor(name: string) {
    super(`unknown tool ${name.slice(0, 64)}`);
  }
}

async function runTool(
  tool: Tool,
  ctx: Context,
  args: Readonly<Record<string, unknown>> = {},
  call: ToolCall,
  textOnly: boolean,
): Promise<CallResult> {
  try {
    const result = await tool.run(ctx, args, call);
    return {
      content: [{ type: "text", text: JSON.stringify(result) }],
      ...(!textOnly && { structuredContent: { ...result } }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) ctx.app.log.error({ err: error, tool: tool.name }, "tool failed");
    const failure =
      error instanceof AppError
        ? error
        : new AppError("internal_error", "something went wrong on the server");
    return { isError: true, content: [{ type: "text", text: `${failure.code}: ${failure.message}` }] };
  }
}
