import { validationError } from "@/lib/errors";
import { storableText } from "@/lib/text";

/** What a tool returns that has nothing more to say than that it is done (`doneShape`). */
export const DONE = { success: true } as const;

/** Text that must not be blank. */
export const filledText = storableText.refine((value) => value.trim() !== "", "must not be blank");

/** A required id. Empty is an error of its own, not an unknown id. */
export const filledId = storableText.refine((id) => id !== "", "must not be empty");

/** The session of the agent that calls; only agents reach the tools that use it. */
export function agentSession(actor: { readonly kind: string; readonly sessionId?: string }): string {
  if (actor.sessionId === undefined) throw validationError("this tool belongs to an agent's session");
  return actor.sessionId;
}
