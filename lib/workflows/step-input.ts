import { z } from "zod";
import { ON_TURN_COMPLETE } from "@/db/schema/workspaces";
import { storableText } from "@/lib/text";

/** The colours a step can have; '' for none. */
export const STEP_COLORS = ["", "slate", "blue", "green", "amber", "red", "purple"] as const;

/** What may be said of a step beside its name, in REST and in the tools. */
export const stepFields = {
  color: z.enum(STEP_COLORS).optional(),
  on_turn_complete: z.enum(ON_TURN_COMPLETE).optional(),
  move_to_step_id: storableText.nullable().optional(),
};

/** The same, as the verbs take it. */
export const stepChange = (fields: {
  readonly color?: string | undefined;
  readonly on_turn_complete?: (typeof ON_TURN_COMPLETE)[number] | undefined;
  readonly move_to_step_id?: string | null | undefined;
}) => ({
  color: fields.color,
  onTurnComplete: fields.on_turn_complete,
  moveToStepId: fields.move_to_step_id,
});
