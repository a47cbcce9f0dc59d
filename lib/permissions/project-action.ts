import { actionFields, type ActionFields } from "./action-fields";
import { actionType } from "./action-type";
import { destination } from "./destination";
import { presentText, type PresentedText } from "@/lib/redaction/present-text";
import type { ActionType, ActionView } from "@/lib/views";

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
 * The safe presentation of an action (spec "action is an allowlisted projection"): the fields that its type allows, with credentials masked and invisible characters
 * written out. A field that cannot be made safe is left out, and `redacted` says so. Never throws, whatever came from the
 * agent.
 */
export function projectAction(action: { title: string; kind: string; details: unknown }): ActionView {
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
