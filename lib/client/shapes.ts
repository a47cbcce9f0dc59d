import * as z from "zod/mini";
import { EVENT_NAMES } from "./live/event-names";

/*
 * The shapes of everything that comes into a page from outside: replies, events, other tabs, what the browser keeps. With zod
 * they are a seventh of a page's program, and a page that is only looked at needs none: load-shapes.ts brings them when
 * something comes.
 */

/** A reply that says no more than that it worked. */
export const anything = z.unknown();
export const errorBody = z.object({ error: z.string(), code: z.optional(z.string()) });

export const created = z.object({ id: z.string() });
export const createdSecret = z.object({ id: z.string(), token: z.string() });
export const createdSession = z.object({
  session: z.object({ id: z.string(), task_id: z.string(), state: z.string() }),
  mcp: z.object({ url: z.string(), token: z.string() }),
});
export const launched = z.object({ session: z.object({ id: z.string() }) });
export const stopped = z.object({ cancelled: z.boolean() });
export const demo = z.object({ task_id: z.string() });
export const permissionResolution = z.object({ status: z.literal("resolved") });

const answer = z.object({
  question_id: z.string(),
  selected_options: z._default(z.array(z.string()), []),
  custom_text: z._default(z.string(), ""),
});
export const resolution = z.object({
  // Absent on a server that only says `success`: then the decision sent is the one recorded (W3).
  claimed: z.optional(z.boolean()),
  status: z.optional(z.enum(["answered", "rejected"])),
  response: z.optional(
    z.object({
      answers: z._default(z.array(answer), []),
      rejected: z._default(z.boolean(), false),
      responded_at: z._default(z.string(), ""),
    }),
  ),
});

/** The data of a hint on the event stream. */
export const hint = z.object({ task_id: z._default(z.string(), ""), type: z._default(z.string(), "") });

/** What the tab that holds the connection tells the others, and what they ask it. */
export const tabMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ask") }),
  z.object({ kind: z.literal("here"), connected: z.boolean() }),
  z.object({ kind: z.literal("up") }),
  z.object({ kind: z.literal("down") }),
  z.object({ kind: z.literal("refused") }),
  z.object({
    kind: z.literal("event"),
    event: z.object({ name: z.enum(EVENT_NAMES), taskId: z.string(), messageType: z.string() }),
  }),
]);

const questionDraft = z.object({
  question_id: z.string(),
  selected: z.array(z.string()),
  several: z.boolean(),
  text: z.string(),
});
export const keptDraft = z.object({
  saved_at: z.number(),
  step: z.number(),
  questions: z.array(questionDraft),
});
export const keptText = z.object({ saved_at: z.number(), text: z.string() });
export const keptSince = z.object({ saved_at: z.number() });
/** Of what a notification was shown already. */
export const notifiedIds = z.array(z.string());
