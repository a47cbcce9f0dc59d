import type { ActionType } from "@/lib/views";

const types: ReadonlyMap<string, ActionType> = new Map([
  ["command", "command"],
  ["file_write", "file_write"],
  ["file_read", "file_read"],
  ["network", "network"],
  ["mcp_tool", "mcp_tool"],
  ["execute", "command"],
  ["edit", "file_write"],
  ["delete", "file_write"],
  ["move", "file_write"],
  ["read", "file_read"],
  ["search", "file_read"],
  ["fetch", "network"],
]);

/**
 * The action type of a tool kind: our own names, and those of the Agent Client Protocol (ToolKind). A kind that says nothing
 * is a call of an MCP tool when server and tool are named.
 */
export const actionType = (kind: string, namesTool: boolean): ActionType =>
  types.get(kind) ?? (namesTool ? "mcp_tool" : "other");
