import { sql } from "drizzle-orm";
import { livePermissions } from "@/db/schema/agents";
import { taskSessionMessages } from "@/db/schema/sessions";
import type { Transaction } from "@/db/client";
import type { App } from "@/lib/app";
import { type Hint, notify } from "@/lib/events/hints";
import { isStorable, newId } from "@/lib/ids";
import { type LockedSession, lockSession } from "@/lib/sessions/lock-session";
import { markWaiting } from "@/lib/sessions/set-session-state";
import { AppError } from "@/lib/errors";
import { toRfc3339 } from "@/lib/time";
import { findCurrentTurn } from "@/lib/turns/current-turn";
import { openTurn } from "@/lib/turns/open-turn";
import type { PermissionView } from "@/lib/views";
import type { LivePermission, PermissionOutcome } from "./live-registry";
import type { OfferedOption } from "./project-option";
import { resolveLive } from "./resolve-live";
import { projectRequest } from "./project-request";
import { withdraw } from "./withdraw";

/** At most so many prompts of one session, and of one process, wait at once; more are refused. */
export const MOST_IN_SESSION = 100;
export const MOST_IN_PROCESS = 2_000;

/** A prompt as an agent puts it. Everything in it is the agent's word and may hold credentials. */
export interface PermissionAsk {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly title: string;
  /** The agent's name for what the tool does, such as `execute` or `edit`. */
  readonly kind: string;
  readonly details: unknown;
  readonly options: readonly OfferedOption[];
  /** Aborted when the agent withdraws the prompt or is gone. */
  readonly signal: AbortSignal;
  /** True where a profile says so: the first option that allows is chosen at once, in nobody's name (PR8). */
  readonly autoApprove?: boolean;
}

/** What came of a prompt, and how its asker says whether the agent got it. */
export interface PermissionDecision {
  readonly outcome: PermissionOutcome;
  readonly sent: (arrived: boolean) => void;
}

/**
 * Puts an agent's prompt before people, and waits for as long as it takes. Resolves with the chosen option, or with
 * `cancelled` when the prompt was withdrawn, replaced by one with the same `pending_id`, or its session ended. Above the
 * bound it is refused with the agent's own reject option. Throws when the prompt cannot be written: nobody would see it.
 */
export async function requestPermission(app: App, ask: PermissionAsk): Promise<PermissionDecision> {
  let decide: (decision: PermissionDecision) => void = () => undefined;
  const decided = new Promise<PermissionDecision>((resolve) => (decide = resolve));
  const answer: LivePermission["answer"] = (outcome) => {
    let sent: (arrived: boolean) => void = () => undefined;
    const arrived = new Promise<boolean>((resolve) => (sent = resolve));
    decide({ outcome, sent });
    return arrived;
  };
  const permission = await app.permissions.arriving.run(ask.sessionId, () =>
    hasRoom(app, ask) ? put(app, ask, answer) : Promise.resolve(undefined),
  );
  if (permission === undefined) {
    app.log.warn({ session_id: ask.sessionId }, "too many open permission prompts: one was refused");
    return { outcome: refusal(ask), sent: () => undefined };
  }
  const onAbort = () => void withdraw(app, permission);
  ask.signal.addEventListener("abort", onAbort, { once: true });
  if (ask.signal.aborted) onAbort();
  if (ask.autoApprove === true) void approve(app, permission);
  try {
    return await decided;
  } finally {
    ask.signal.removeEventListener("abort", onAbort);
  }
}

const hasRoom = ({ permissions }: App, { sessionId }: PermissionAsk): boolean =>
  permissions.ofSession(sessionId).length < MOST_IN_SESSION && permissions.size < MOST_IN_PROCESS;

/** Decides a prompt the way anybody does, recorded the same way. Without an option that allows, a person is asked after all. */
async function approve(app: App, { view }: LivePermission): Promise<void> {
  const allows = view.options.find(({ kind }) => kind.startsWith("allow_"));
  if (allows === undefined) return;
  const { task_id, session_id, request_id, pending_id } = view;
  try {
    await resolveLive(app, {
      task_id,
      session_id,
      request_id,
      pending_id,
      decision: { option_id: allows.option_id },
      decider: { actor_user_id: "", actor_kind: "automation", source: "automation" },
    });
  } catch (error) {
    app.log.warn({ err: error, session_id }, "a prompt could not be approved automatically");
  }
}

/** The provider's own no, else the protocol's word for a prompt that nobody decided. */
function refusal({ options }: Pick<PermissionAsk, "options">): PermissionOutcome {
  const reject =
    options.find((option) => option.kind === "reject_once") ??
    options.find((option) => option.kind.startsWith("reject_"));
  return reject === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: reject.optionId };
}

/** Writes the prompt into the transcript and makes it live. It takes the place of one with the same `pending_id`. */
async function put(app: App, ask: PermissionAsk, answer: LivePermission["answer"]): Promise<LivePermission> {
  let settleWritten: (ok: boolean) => void = () => undefined;
  const written = new Promise<boolean>((resolve) => (settleWritten = resolve));
  let permission: LivePermission | undefined;
  let replaced: LivePermission | undefined;
  try {
    await app.db.transaction(async (tx) => {
      const session = await lockSession(tx, ask.sessionId);
      if (session.terminal) throw new AppError("session_ended", "the session has ended");
      const prompt = await promptOf(tx, session, ask);
      const messageId = newId();
      const createdAt = await insert(tx, app, session, messageId, prompt);
      permission = {
        view: { ...prompt, created_at: toRfc3339(createdAt) },
        messageId,
        written,
        state: "writing",
        answer,
      };
      replaced = app.permissions
        .ofSession(session.id)
        .find(({ view }) => view.pending_id === prompt.pending_id);
      app.permissions.add(permission);
    });
  } catch (error) {
    if (permission !== undefined) app.permissions.remove(permission);
    settleWritten(false);
    throw error;
  }
  if (permission === undefined) throw new Error("a prompt was written without being made");
  if (permission.state === "writing") permission.state = "pending";
  settleWritten(true);
  if (replaced !== undefined) await withdraw(app, replaced);
  return permission;
}

type Prompt = Omit<PermissionView, "created_at">;

async function promptOf(tx: Transaction, session: LockedSession, ask: PermissionAsk): Promise<Prompt> {
  const requestId = newId();
  const { title, action, options } = projectRequest(ask);
  return {
    task_id: session.taskId,
    session_id: session.id,
    request_id: requestId,
    pending_id: (await isUsable(tx, ask.toolCallId)) ? ask.toolCallId : `kandev-${requestId}`,
    tool_call_id: ask.toolCallId.slice(0, LONGEST_ID),
    title,
    action,
    options,
    status: "pending",
  };
}

const LONGEST_ID = 200;

/** The agent's id for what it asks about names the prompt, unless it cannot: above all, not when a question has that id. */
async function isUsable(tx: Transaction, id: string): Promise<boolean> {
  if (id === "" || id.length > LONGEST_ID || !isStorable(id)) return false;
  const taken = await tx.execute(sql`
    SELECT 1 FROM task_session_messages WHERE pending_id = ${id} AND type = 'clarification_request' LIMIT 1`);
  return taken.length === 0;
}

/** Returns the time at which the prompt was put. */
async function insert(
  tx: Transaction,
  app: App,
  session: LockedSession,
  messageId: string,
  prompt: Prompt,
): Promise<string> {
  const hints: Hint[] = [];
  const current = await findCurrentTurn(tx, session.id);
  const opened = current === undefined ? await openTurn(tx, session.id, session.taskId) : undefined;
  if (opened !== undefined) hints.push(opened.hint);
  const [row] = await tx
    .insert(taskSessionMessages)
    .values({
      id: messageId,
      taskSessionId: session.id,
      taskId: session.taskId,
      turnId: current?.id ?? opened?.id ?? null,
      type: "permission_request",
      content: prompt.title,
      createdAt: sql`clock_timestamp()`,
      updatedAt: sql`clock_timestamp()`,
      metadata: {
        request_id: prompt.request_id,
        pending_id: prompt.pending_id,
        tool_call_id: prompt.tool_call_id,
        options: prompt.options,
        action_type: prompt.action.type,
        action_details: prompt.action,
      },
    })
    .returning({ createdAt: taskSessionMessages.createdAt });
  if (row === undefined) throw new Error("insert returned no row");
  await tx.insert(livePermissions).values({
    requestId: prompt.request_id,
    taskSessionId: session.id,
    messageId,
    serverId: app.serverId,
  });
  hints.push(
    {
      name: "session.message.added",
      session_id: session.id,
      task_id: session.taskId,
      message_ids: [messageId],
    },
    { name: "task.updated", task_id: session.taskId },
    ...(await markWaiting(tx, session.id, session.taskId)),
  );
  await notify(tx, ...hints);
  return row.createdAt;
}
