import type { ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { presented } from "@/lib/redaction/present-text";
import { projectAction } from "@/lib/permissions/project-action";
import type { AgentRow } from "./write-agent-row";

/** A tool call as its reports so far describe it. `ended`: its turn ended before it did. */
export interface ToolCallState {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: string;
  readonly status: "pending" | "in_progress" | "completed" | "failed" | "ended";
  readonly rawInput: unknown;
  readonly locations: readonly { readonly path: string }[];
  readonly content: readonly ToolCallContent[];
}

/** How much of what a tool returned is shown, in characters. */
const OUTPUT_SHOWN = 20_000;

/** Applies a report: what it leaves out stays (ACP, tool call updates). */
export function mergeToolCall(known: ToolCallState | undefined, update: ToolCallUpdate): ToolCallState {
  return {
    toolCallId: update.toolCallId,
    title: update.title ?? known?.title ?? "",
    kind: update.kind ?? known?.kind ?? "other",
    status: update.status ?? known?.status ?? "pending",
    rawInput: update.rawInput ?? known?.rawInput,
    locations: update.locations ?? known?.locations ?? [],
    content: update.content ?? known?.content ?? [],
  };
}

/** The row of a tool call: what it does and what came of it, projected and redacted like a prompt (PR12). */
export function toolCallRow(id: string, state: ToolCallState): AgentRow {
  const action = projectAction({
    title: state.title,
    kind: state.kind,
    details: { rawInput: state.rawInput, locations: state.locations },
  });
  const output = outputOf(state.content);
  return {
    id,
    type: "tool_call",
    content: presented(state.title),
    metadata: {
      tool_call_id: state.toolCallId.slice(0, 200),
      kind: state.kind,
      status: state.status,
      action,
      ...(output !== "" && { output }),
    },
  };
}

/** Text as it is, diffs by their path alone: file contents stay where they are. */
function outputOf(content: readonly ToolCallContent[]): string {
  const text = content
    .flatMap((part) =>
      part.type === "content" && part.content.type === "text"
        ? [part.content.text]
        : part.type === "diff"
          ? [`changed ${part.path}`]
          : [],
    )
    .join("\n");
  const shown = presented(text);
  return shown.length <= OUTPUT_SHOWN
    ? shown
    : `${shown.slice(0, OUTPUT_SHOWN).toWellFormed()}\n… ${shown.length - OUTPUT_SHOWN} more characters`;
}
