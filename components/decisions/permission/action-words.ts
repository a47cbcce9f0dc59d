import type { ActionView } from "@/lib/views";

/** The key of what to call the thing itself: `decisions.subject`. */
export type SubjectKey = "command" | "file" | "destination" | "tool" | "action";

/** The thing itself: what the decision is about, and what to call it. The text is '' when the agent did not say. */
export function actionSubject(action: ActionView): { readonly text: string; readonly label: SubjectKey } {
  const [text, label] = subjectOf(action);
  return text === undefined || text === "" ? { text: "", label: "action" } : { text, label };
}

function subjectOf(action: ActionView): readonly [text: string | undefined, label: SubjectKey] {
  switch (action.type) {
    case "command":
      return [action.command, "command"];
    case "file_write":
    case "file_read":
      return [action.path, "file"];
    case "network":
      return [action.destination, "destination"];
    case "mcp_tool":
      return [action.tool, "tool"];
    case "other":
      return ["", "action"];
  }
}

/** The agent named the thing itself, and it could not be shown: nothing the agent says about it may stand in its place. */
export const isLeftOut = (action: ActionView): boolean =>
  action.redacted && action.type !== "other" && actionSubject(action).text === "";
