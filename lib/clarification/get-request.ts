import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { toRfc3339 } from "@/lib/time";
import { authorizeBundle, type Bundle } from "./bundle";
import { hasLiveEntry } from "./live-entry";

/** A request as `GET /api/v1/clarification/:id` returns it. */
export interface RequestView {
  readonly pending_id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly questions: readonly {
    readonly id: string;
    readonly title: string;
    readonly prompt: string;
    readonly options: readonly {
      readonly option_id: string;
      readonly label: string;
      readonly description: string;
    }[];
  }[];
  readonly context: string;
  readonly created_at: string;
}

/** D1: the earliest of a bundle's rows. PostgreSQL's UTC text of one precision sorts as time does. */
export const bundleCreatedAt = (bundle: Bundle): string =>
  bundle.rows.map((row) => toRfc3339(row.createdAt)).sort()[0] ?? "";

/** The context is the same on every row; the first that has one gives it. */
export const bundleContext = (bundle: Pick<Bundle, "rows">): string =>
  bundle.rows.find((row) => row.context !== "")?.context ?? "";

/** A bundle with a live entry. Without one: not_found, although it may still be listed and answerable (A7, contract 4). */
export async function getRequest(ctx: Context, input: { readonly pendingId: string }): Promise<RequestView> {
  const bundle = await authorizeBundle(ctx, input.pendingId);
  if (!(await hasLiveEntry(ctx.app.db, bundle))) throw notFound("clarification request");
  return {
    pending_id: bundle.pendingId,
    session_id: bundle.sessionId,
    task_id: bundle.taskId,
    questions: bundle.rows.map(({ view }) => ({
      id: view.question_id,
      title: view.title,
      prompt: view.prompt,
      options: view.options,
    })),
    context: bundleContext(bundle),
    created_at: bundleCreatedAt(bundle),
  };
}
