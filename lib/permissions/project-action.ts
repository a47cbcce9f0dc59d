import { actionFields, type ActionFields } from "./action-fields";
import { actionType, type ActionType } from "./action-type";
import { destination } from "./destination";
import { presentText, type PresentedText } from "@/lib/redaction/present-text";

/** What is shown, kept and sent of an action; nothing else of it is (spec "action is an allowlisted projection"). */
export interface ProjectedAction {
  readonly type: ActionType;
  readonly description?: string;
  readonly command?: string;
  readonly cwd?: string;
  readonly path?: string;
  readonly destination?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly redacted: boolean;
}

type FieldName = Exclude<keyof ActionFields, "description">;

const shownFields: Record<ActionType, readonly FieldName[]> = {
  command: ["command", "cwd"],
  file_write: ["path"],
  file_read: ["path"],
  network: ["destination"],
  mcp_tool: ["server", "tool"],
  other: [],
};

/**
 * The safe presentation of an action: the fields that its type allows, with credentials masked and invisible characters
 * written out. A field that cannot be made safe is left out, and `redacted` says so. Never throws, whatever came from the
 * agent.
 */
export function projectAction(action: { title: string; kind: string; details: unknown }): ProjectedAction {
  const fields = readFields(action.details);
  const type = actionType(action.kind, Boolean(fields?.server && fields.tool));
  const shown = [
    ["description", presentText(fields?.description ?? action.title)] as const,
    ...shownFields[type].map((name) => [name, presentField(name, fields?.[name])] as const),
  ];
  const texts = shown.flatMap(([name, { text }]) => (text ? [[name, text] as const] : []));
  return {
    type,
    ...Object.fromEntries(texts),
    redacted: fields === undefined || shown.some(([, { redacted }]) => redacted),
  };
}

function readFields(details: unknown): ActionFields | undefined {
  try {
    return actionFields(details);
  } catch {
    return undefined;
  }
}

function presentField(name: FieldName, value: string | undefined): PresentedText {
  if (value === undefined) return { redacted: false };
  if (name !== "destination") return presentText(value);
  const target = destination(value);
  if (!target) return { redacted: true };
  const presented = presentText(target.text);
  return { ...presented, redacted: presented.redacted || target.isShortened };
}
