import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { activeClarificationMessages } from "@/db/schema/clarification";
import { taskSessionMessages } from "@/db/schema/sessions";
import type { Actor } from "@/lib/auth/actor";
import { type Bundle, findBundle } from "@/lib/clarification/bundle";
import { messageColumns, messageView, questionIndex } from "@/lib/messages/message-view";
import type { OpenPermissionView, OpenQuestionView, TranscriptItem } from "@/lib/views";
import { openQuestion, settledQuestion } from "./question-views";
import { readOpenPermissions } from "./read-open-permissions";
import { readSettledBy } from "./read-settled-by";
import { settledPermissions } from "./settled-permissions";

export interface Transcript {
  readonly items: readonly TranscriptItem[];
  readonly hasEarlier: boolean;
  /** Active bundles, oldest first; they are shown over the chat and not in it. */
  readonly open: readonly OpenQuestionView[];
  /** Live permission prompts, oldest first; shown in the same place. */
  readonly openPermissions: readonly OpenPermissionView[];
}

export interface ReadTranscript {
  readonly sessionId: string;
  /** Newest rows to read. */
  readonly limit: number;
  readonly reader: Actor;
  /** Rows that are shown elsewhere on the page. */
  readonly except: ReadonlySet<string>;
}

/** The newest rows of a session's transcript with its questions put together, and what is still open. */
export async function readTranscript(
  db: Database,
  { sessionId, limit, reader, except }: ReadTranscript,
): Promise<Transcript> {
  const [newest, openIds, openPermissions] = await Promise.all([
    db
      .select({
        ...messageColumns,
        handed_out_at: taskSessionMessages.handedOutAt,
        pending_id: taskSessionMessages.pendingId,
      })
      .from(taskSessionMessages)
      .where(eq(taskSessionMessages.taskSessionId, sessionId))
      .orderBy(desc(taskSessionMessages.createdAt), desc(questionIndex), desc(taskSessionMessages.id))
      .limit(limit + 1),
    db
      .selectDistinct({ pendingId: activeClarificationMessages.pendingId })
      .from(activeClarificationMessages)
      .where(eq(activeClarificationMessages.taskSessionId, sessionId)),
    readOpenPermissions(db, sql`s.id = ${sessionId}`),
  ]);
  const rows = newest.slice(0, limit).reverse();
  const ids = new Set(openIds.map((row) => row.pendingId));
  for (const row of rows) if (row.type === "clarification_request" && row.pending_id) ids.add(row.pending_id);
  const bundles = new Map<string, Bundle>();
  for (const bundle of await Promise.all([...ids].map((id) => findBundle(db, id))))
    if (bundle !== undefined) bundles.set(bundle.pendingId, bundle);
  const [settledBy, permissions] = await Promise.all([
    readSettledBy(db, [...bundles.keys()]),
    settledPermissions(db, reader, rows.map(messageView)),
  ]);
  const live = new Set(openPermissions.map(({ request_id }) => request_id));
  const shown = new Set<string>();
  const items = rows.flatMap((row): TranscriptItem[] => {
    const permission = permissions.get(row.id);
    if (permission !== undefined)
      return live.has(permission.request_id) ? [] : [{ kind: "permission", permission }];
    if (except.has(row.id)) return [];
    const bundle =
      row.type === "clarification_request" && row.pending_id ? bundles.get(row.pending_id) : undefined;
    if (bundle === undefined) {
      const { handed_out_at, pending_id: _pendingId, ...message } = row;
      return [{ kind: "message", message: messageView(message), collected: handed_out_at !== null }];
    }
    if (bundle.active || shown.has(bundle.pendingId)) return [];
    shown.add(bundle.pendingId);
    return [{ kind: "question", question: settledQuestion(bundle, settledBy.get(bundle.pendingId) ?? null) }];
  });
  const open = [...bundles.values()]
    .filter((bundle) => bundle.active && bundle.rows.every((row) => row.view.question_id !== ""))
    .map(openQuestion)
    .sort((a, b) =>
      a.created_at < b.created_at
        ? -1
        : a.created_at > b.created_at
          ? 1
          : a.pending_id < b.pending_id
            ? -1
            : 1,
    );
  return { items, hasEarlier: newest.length > limit, open, openPermissions };
}
