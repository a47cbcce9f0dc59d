import type { Context } from "@/lib/context";
import { type CallResult, errorResult, okResult, toAppError } from "./call-result";
import { trackCall } from "./calls";
import { type Offer, takesTextOnly } from "./offer";
import { type ProgressChannel, startProgress } from "./progress";
import { RpcError } from "./rpc-error";
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
  /** A call that its client may come back to now waits on this question; it is told when the call is cancelled. */
  readonly onResumable?: (pendingId: string, cancelled: AbortSignal) => void;
}

/** Calls a tool of the offer. Throws RpcError for one that is not there; what fails in the tool is a result. */
export async function callTool(ctx: Context, offer: Offer, call: Call): Promise<CallResult> {
  const tool = findTool(offer, call.name);
  const textOnly = takesTextOnly(tool, call.userAgent);
  const run = (toolCall: ToolCall) => runTool(tool, ctx, call.args, toolCall, textOnly);
  const [gone = new AbortController().signal] = call.signals;
  if (!tool.blocking) return run({ signal: gone, waitsOn: () => undefined });
  const tracked = trackCall(ctx, call.key, call.signals);
  const progress = startProgress(ctx.app, call);
  try {
    const waitsOn = (pendingId: string) => {
      if (tool.start !== undefined) call.onResumable?.(pendingId, tracked.signal);
      progress.waitsOn(pendingId);
    };
    return await run({ signal: tracked.signal, waitsOn });
  } finally {
    progress.stop();
    tracked.end();
  }
}

export function findTool(offer: Offer, name: string): Tool {
  const tool = offer.byName.get(name);
  if (tool === undefined) throw new RpcError(`unknown tool ${name.slice(0, 64)}`);
  return tool;
}

async function runTool(
  tool: Tool,
  ctx: Context,
  args: Readonly<Record<string, unknown>> = {},
  call: ToolCall,
  textOnly: boolean,
): Promise<CallResult> {
  try {
    return okResult(await tool.run(ctx, args, call), { textOnly });
  } catch (error) {
    return errorResult(toAppError(ctx.app, error, tool.name));
  }
}
