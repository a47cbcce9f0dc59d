/**
 * The shapes that leave the server, on the wire and into components (contract 4, specification L3, L4, R12).
 * Every key is always present; unknown text is '' and an unknown list is []. Times are RFC 3339 UTC with microseconds.
 */

export type PendingAction = "permission" | "clarification";

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
}

/** A heading of the external tools' catalogue with what is under it, in the reader's language. */
export interface ToolGroupView {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly {
    /** Never translated. */
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly readOnly: boolean;
    readonly destructive: boolean;
  }[];
}

export interface AgentKeyView {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  /** '' for one that was never used. */
  readonly last_used_at: string;
}

/** What becomes of a task when its agent's turn completes on a step. */
export type OnTurnComplete = "stay" | "move_to_next" | "move_to_step";

/** A column of a board. */
export interface WorkflowStepView {
  readonly id: string;
  readonly workflow_id: string;
  readonly name: string;
  /** A CSS colour name of ours, '' for none. */
  readonly color: string;
  /** 0-based order. */
  readonly position: number;
  readonly on_turn_complete: OnTurnComplete;
  /** Where `move_to_step` leads. */
  readonly move_to_step_id: string | null;
}

/** A board: the ordered steps that the tasks of a workspace go through. */
export interface WorkflowView {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly position: number;
  readonly steps: readonly WorkflowStepView[];
}

/** A column of a board. */
export interface BoardColumnView {
  /** Null for the tasks that stand on no step. */
  readonly step: WorkflowStepView | null;
  /** The first of them, in their order. */
  readonly tasks: readonly TaskListItemView[];
  /** How many there are. */
  readonly total: number;
}

/** A workflow as a board, and the others one can look at instead. */
export interface BoardView {
  readonly workspaces: readonly WorkspaceView[];
  readonly workflows: readonly WorkflowView[];
  readonly workflow: WorkflowView;
  readonly columns: readonly BoardColumnView[];
}

export interface TaskView {
  readonly id: string;
  readonly workspace_id: string;
  readonly title: string;
  readonly description: string;
  readonly state: string;
  /** The board and the column the task stands on; null for a task on none. */
  readonly workflow_id: string | null;
  readonly workflow_step_id: string | null;
  /** The task that this one is a part of, '' for none. */
  readonly parent_id: string;
  readonly autopilot: boolean;
  readonly archived_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** What any of the task's sessions waits for (T1); null when nothing is blocked (T2). */
  readonly task_pending_action: PendingAction | null;
  readonly primary_session_pending_action: PendingAction | null;
}

export interface SessionView {
  readonly id: string;
  readonly task_id: string;
  readonly state: string;
  readonly created_at: string;
}

export interface MessageView {
  readonly id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly turn_id: string;
  /** `user` or `agent`. */
  readonly author_type: string;
  readonly type: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface OptionView {
  readonly option_id: string;
  readonly label: string;
  readonly description: string;
}

export interface QuestionView {
  readonly question_id: string;
  readonly title: string;
  readonly prompt: string;
  /** `pending`, `answered`, `rejected`, `cancelled`, `expired`, or whatever else the row carries (D3). */
  readonly status: string;
  readonly options: readonly OptionView[];
}

export interface BundleView {
  readonly pending_id: string;
  readonly task_id: string;
  readonly session_id: string;
  readonly created_at: string;
  /** Seconds since `created_at`, never negative (D7). */
  readonly age_seconds: number;
  readonly context: string;
  readonly questions: readonly QuestionView[];
}

export interface AnswerView {
  readonly question_id: string;
  readonly selected_options: readonly string[];
  readonly custom_text: string;
}

export type ResolvedStatus = "answered" | "rejected";

export interface ResponseView {
  readonly pending_id: string;
  readonly answers: readonly AnswerView[];
  readonly rejected: boolean;
  readonly reject_reason: string;
  readonly responded_at: string;
}

/** What respond returns to winner and loser alike (R10): `claimed` tells them apart. */
export interface ResolutionView {
  readonly claimed: boolean;
  readonly status: ResolvedStatus;
  readonly response: ResponseView;
}

/** The question the overlay shows: an active bundle with what only the page needs. */
export interface OpenQuestionView extends BundleView {
  /** No agent is connected; the answer waits for it (agent_disconnected). */
  readonly detached: boolean;
}

/** Who settled a bundle and from where, read from the audit for people, never for the resolution path. */
export interface SettledByView {
  /** `single-user`, `user`, ... */
  readonly actor_kind: string;
  /** Display name, '' for the single user of a server without accounts. */
  readonly name: string;
  /** `web`, `rest` or `external_mcp`. */
  readonly surface: string;
  readonly at: string;
}

/** One bundle that is no longer open, for the transcript and for a losing tab. */
export interface SettledQuestionView extends BundleView {
  readonly detached: boolean;
  /** `answered`, `rejected`, `cancelled`, `expired`, or `superseded` when a newer turn began. */
  readonly outcome: "answered" | "rejected" | "cancelled" | "expired" | "superseded";
  readonly answers: readonly AnswerView[];
  readonly settled_by: SettledByView | null;
  /** False while the answer still waits for the agent to collect it. */
  readonly delivered: boolean;
}

export type TranscriptItem =
  | { readonly kind: "message"; readonly message: MessageView; readonly collected: boolean }
  | { readonly kind: "question"; readonly question: SettledQuestionView }
  | { readonly kind: "permission"; readonly permission: SettledPermissionView };

export interface SessionSummaryView extends SessionView {
  /** An agent of somebody else (MCP only) or one of ours. */
  readonly agent: "external" | "launched";
  /** The profile of an agent of ours, '' for others and for one that has been removed. */
  readonly agent_name: string;
  /** First call of the agent, '' until it has connected. */
  readonly connected_at: string;
  readonly pending_action: PendingAction | null;
}

/** Everything the task page renders, read in one go. */
export interface TaskPageView {
  readonly task: TaskView;
  readonly workspace_name: string;
  readonly sessions: readonly SessionSummaryView[];
  readonly session: SessionSummaryView | null;
  readonly transcript: readonly TranscriptItem[];
  /** True when older items than the ones in `transcript` exist. */
  readonly has_earlier: boolean;
  /** Open questions of the session, oldest first; the overlay shows the first. */
  readonly open_questions: readonly OpenQuestionView[];
  /** Live permission prompts of the session, oldest first; all of them are shown. */
  readonly open_permissions: readonly OpenPermissionView[];
  /** What a person wrote to an agent of ours and it has not got yet, oldest first. */
  readonly queued: readonly QueuedMessageView[];
  /** When the turn that an agent of ours works on began, '' when it works on none. */
  readonly working_since: string;
  /** The agents that can be started here. */
  readonly agent_profiles: readonly AgentProfileView[];
}

/** A message that an agent of ours gets with its next turn, unless it is withdrawn before. */
export interface QueuedMessageView {
  readonly id: string;
  readonly content: string;
  readonly created_at: string;
}

/** One entry of the task list. */
export interface TaskListItemView extends TaskView {
  readonly workspace_name: string;
  /** When the oldest open question or permission prompt of the task was put, '' when none is open. */
  readonly blocked_since: string;
  /** The first line of that question, or the title of that prompt, '' when none is open. */
  readonly blocked_on: string;
}

/** A personal access token as its owner sees it; '' for a time that is not. */
export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly expired: boolean;
}

/** The person who is signed in, as her own pages show her; '' for a name that is not known. */
export interface MeView {
  readonly email: string;
  readonly name: string;
}

export type ActionType = "command" | "file_write" | "file_read" | "network" | "mcp_tool" | "other";

/** What an agent wants to do, as far as it may be shown (PR12): absent keys are unknown, or left out on purpose. */
export interface ActionView {
  readonly type: ActionType;
  readonly description?: string;
  readonly command?: string;
  readonly cwd?: string;
  readonly path?: string;
  readonly destination?: string;
  readonly server?: string;
  readonly tool?: string;
  /** True when something was changed or left out to protect a credential. */
  readonly redacted: boolean;
}

export interface PermissionOptionView {
  readonly option_id: string;
  readonly name: string;
  /** `allow_once`, `allow_always`, `reject_once`, `reject_always`, or whatever else the agent says. */
  readonly kind: string;
}

/** A live permission prompt (PR1). */
export interface PermissionView {
  readonly task_id: string;
  readonly session_id: string;
  /** The generation: one prompt, never a later one under the same `pending_id`. */
  readonly request_id: string;
  readonly pending_id: string;
  readonly tool_call_id: string;
  readonly title: string;
  readonly action: ActionView;
  readonly options: readonly PermissionOptionView[];
  readonly created_at: string;
  readonly status: "pending";
}

/** A live permission prompt as its task's page shows it. */
export interface OpenPermissionView extends PermissionView {
  /** Somebody's decision is on its way to the agent right now. */
  readonly deciding: boolean;
}

/** Who chose an option, or tried to, and from where. */
export interface PermissionDecisionView extends SettledByView {
  /** It was the reader, as far as accounts can tell. */
  readonly you: boolean;
  readonly option_id: string;
  /** '' when it was cancelled without an option. */
  readonly option_name: string;
  readonly option_kind: string;
  readonly result: string;
}

/** A permission prompt that is no longer live, for the transcript and for a losing tab. */
export interface SettledPermissionView {
  readonly message_id: string;
  readonly request_id: string;
  readonly title: string;
  readonly action: ActionView;
  readonly options: readonly PermissionOptionView[];
  readonly created_at: string;
  /**
   * `cancelled`: turned down without an option. `lost`: decided, but not delivered. `unknown`: decided, and nobody knows
   * whether the agent got it. `expired`: nobody decided. `undecided`: nobody has, and no agent waits for it on any server.
   */
  readonly outcome: "approved" | "rejected" | "cancelled" | "lost" | "unknown" | "expired" | "undecided";
  readonly decision: PermissionDecisionView | null;
  /** Those that changed nothing, oldest first. */
  readonly attempts: readonly PermissionDecisionView[];
}

/** What a successful resolution returns on every surface. */
export interface PermissionResolutionView {
  readonly task_id: string;
  readonly session_id: string;
  readonly request_id: string;
  readonly pending_id: string;
  readonly option_id: string;
  readonly option_kind: string;
  readonly source: PermissionSource;
  readonly status: "resolved";
}

export type PermissionSource = "web" | "external_mcp" | "automation";

/** A way to start an agent (contract 4). Values of its environment are never returned. */
export interface AgentProfileView {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env_names: readonly string[];
  /** '' for a folder of the task's own. */
  readonly cwd: string;
  readonly auto_approve: boolean;
  readonly built_in: boolean;
}

/** Whose task something in the inbox belongs to. */
export interface InboxTaskView {
  readonly id: string;
  readonly title: string;
  readonly workspace_id: string;
  readonly workspace_name: string;
}

/** One thing that waits for a person: a bundle of questions or a permission prompt. */
export type InboxItemView = {
  /** The bundle's `pending_id` or the prompt's `request_id`. */
  readonly id: string;
  readonly task: InboxTaskView;
  readonly session_id: string;
  readonly created_at: string;
  /** Until when the reader has put it aside, '' when she has not. */
  readonly snoozed_until: string;
} & (
  | { readonly kind: "question"; readonly question: OpenQuestionView }
  | { readonly kind: "permission"; readonly permission: OpenPermissionView }
);

/** One thing that somebody decided. */
export type InboxDecisionView = {
  readonly task: InboxTaskView;
  readonly decided_at: string;
} & (
  | { readonly kind: "question"; readonly question: SettledQuestionView }
  | { readonly kind: "permission"; readonly permission: SettledPermissionView }
);
