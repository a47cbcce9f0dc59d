import { type Failure, postJson } from "./http";

export interface AnswerInput {
  readonly question_id: string;
  readonly selected_options: readonly string[];
  readonly custom_text: string;
}

/** What a person decided about a bundle. */
export type Decision =
  | { readonly kind: "answer"; readonly answers: readonly AnswerInput[] }
  | { readonly kind: "skip"; readonly reason: string };

export interface Winner {
  readonly status: "answered" | "rejected";
  readonly answers: readonly AnswerInput[];
  readonly respondedAt: string;
}

/** What became of a decision that was sent (R10). */
export type RespondResult =
  /** It counts. */
  | { readonly kind: "won" }
  /** Somebody was first; theirs counts. `leadSeconds` by the server's clock, null when unknown. */
  | { readonly kind: "beaten"; readonly winner: Winner; readonly leadSeconds: number | null }
  /** Nobody answered and nobody can any more. */
  | { readonly kind: "inactive" }
  | { readonly kind: "missing" }
  /** Nothing is decided; it can be tried again. */
  | { readonly kind: "failed"; readonly failure: Failure };

/** Sends a decision about a bundle. Never throws; every outcome of the route has its own result. */
export async function respond(pendingId: string, decision: Decision): Promise<RespondResult> {
  const result = await postJson(
    `/api/v1/clarification/${encodeURIComponent(pendingId)}/respond`,
    bodyOf(decision),
    ({ resolution }) => resolution,
  );
  if (!result.ok) {
    const { failure } = result;
    if (failure.status === 409) return { kind: "inactive" };
    if (failure.status === 404) return { kind: "missing" };
    return { kind: "failed", failure };
  }
  const { claimed, status, response } = result.value;
  if (claimed !== false || response === undefined) return { kind: "won" };
  const winner: Winner = {
    status: status ?? (response.rejected ? "rejected" : "answered"),
    answers: response.answers,
    respondedAt: response.responded_at,
  };
  return { kind: "beaten", winner, leadSeconds: leadSeconds(response.responded_at, result.serverNowMs) };
}

function bodyOf(decision: Decision) {
  if (decision.kind === "answer") return { answers: decision.answers, rejected: false };
  return decision.reason.trim() === ""
    ? { rejected: true }
    : { rejected: true, reject_reason: decision.reason };
}

function leadSeconds(respondedAt: string, serverNowMs: number | null): number | null {
  const then = Date.parse(respondedAt);
  return serverNowMs === null || Number.isNaN(then) ? null : Math.max(0, (serverNowMs - then) / 1000);
}

/**
 * True when the recorded answers are the ones sent. A retry after a lost connection may find that its own first
 * attempt had arrived: that is no defeat.
 */
export function isOwnDecision(decision: Decision, winner: Pick<Winner, "status" | "answers">): boolean {
  if (decision.kind === "skip") return winner.status === "rejected";
  if (winner.status !== "answered" || winner.answers.length !== decision.answers.length) return false;
  return decision.answers.every((mine, index) => {
    const theirs = winner.answers[index];
    if (theirs === undefined || theirs.question_id !== mine.question_id) return false;
    const chosen = new Set(theirs.selected_options);
    return (
      theirs.custom_text === mine.custom_text.trim() &&
      chosen.size === new Set(mine.selected_options).size &&
      mine.selected_options.every((id) => chosen.has(id))
    );
  });
}
