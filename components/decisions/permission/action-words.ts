import type { ActionType, ActionView } from "@/lib/views";

const WORDS: Record<ActionType, string> = {
  command: "Run a command",
  file_write: "Change a file",
  file_read: "Read a file",
  network: "Reach the network",
  mcp_tool: "Use a tool",
  other: "Do something",
};

/** What an action is about: "Run a command". */
export const actionWords = (type: ActionType): string => WORDS[type];

/** The thing itself: what the decision is about, and what to call it. The text is '' when the agent did not say. */
export function actionSubject(action: ActionView): { readonly text: string; readonly label: string } {
  const [text, label] = subjectOf(action);
  return text === undefined || text === "" ? { text: "", label: "Action" } : { text, label };
}

function subjectOf(action: ActionView): readonly [text: string | undefined, label: string] {
  switch (action.type) {
    case "command":
      return [action.command, "Command"];
    case "file_write":
    case "file_read":
      return [action.path, "File"];
    case "network":
      return [action.destination, "Destination"];
    case "mcp_tool":
      return [action.tool, "Tool"];
    case "other":
      return ["", "Action"];
  }
}
