import { z } from "zod";
import { requestPermission } from "@/lib/permissions/request-permission";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { storableText } from "@/lib/text";
import { newId } from "@/lib/ids";
import { agentSession } from "../shapes";
import { defineTool } from "../tool";

const ALLOW = "allow-once";
const OPTIONS = [
  { optionId: ALLOW, name: "Allow once", kind: "allow_once" },
  { optionId: "reject-once", name: "Deny", kind: "reject_once" },
] as const;

/**
 * The permission prompt of an agent that speaks only MCP: what `claude -p --permission-prompt-tool` calls, with its input
 * and output (contract 7.4). The blocked call is the prompt's life: a call that is dropped withdraws it.
 */
export const requestPermissionTool = defineTool({
  name: "request_permission_kandev",
  title: "Request permission",
  description:
    "Asks the person you work for whether a tool may be used, and waits for the decision. Made for Claude Code's --permission-prompt-tool.",
  group: "own_session",
  surfaces: SESSION_SURFACES,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  blocking: true,
  textOnlyFor: /^claude-code\//, // it says "Expected a single text block" of anything more (2.1.197)
  input: z.strictObject({
    tool_name: storableText.refine((name) => name.trim() !== "", "must not be blank"),
    input: z
      .record(z.string(), z.unknown())
      .describe("The tool's arguments, passed on unchanged when it is allowed"),
    tool_use_id: storableText.optional(),
  }),
  output: z.object({
    behavior: z.enum(["allow", "deny"]),
    updatedInput: z.record(z.string(), z.unknown()).optional(),
    message: z.string().optional(),
  }),
  async handler(ctx, { tool_name, input, tool_use_id }, { signal, waitsOn }) {
    waitsOn("permission prompt");
    const { outcome, sent } = await requestPermission(ctx.app, {
      sessionId: agentSession(ctx.actor),
      toolCallId: tool_use_id ?? newId(),
      title: tool_name,
      kind: kindOf(tool_name),
      details: { rawInput: actionInput(tool_name, input) },
      options: OPTIONS,
      signal: AbortSignal.any([signal, ctx.app.draining]),
    });
    sent(!signal.aborted && !ctx.app.draining.aborted);
    if (outcome.outcome === "selected" && outcome.optionId === ALLOW)
      return { behavior: "allow" as const, updatedInput: input };
    return {
      behavior: "deny" as const,
      message:
        outcome.outcome === "selected"
          ? "The person denied this."
          : "Nobody decided about this: the request was withdrawn. Ask again if it is still needed.",
    };
  },
});

/** Claude Code's own tools, by what they do (ACP tool kinds). */
const KINDS: Readonly<Record<string, string>> = {
  Bash: "execute",
  Edit: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  Write: "edit",
  Read: "read",
  Glob: "search",
  Grep: "search",
  WebFetch: "fetch",
};

const kindOf = (toolName: string): string => KINDS[toolName] ?? "other";

const MCP_TOOL = /^mcp__(.+?)__(.+)$/;

/** The arguments, with the server and tool that an MCP tool's name carries. */
function actionInput(toolName: string, input: Readonly<Record<string, unknown>>): unknown {
  const [, server, tool] = MCP_TOOL.exec(toolName) ?? [];
  return server === undefined ? input : { server, tool };
}
