import type { Failure } from "@/lib/client/http";
import type { PermissionChoice } from "@/lib/client/permissions";
import type { OpenPermissionView, PermissionDecisionView, SettledPermissionView } from "@/lib/views";
import { leadWords, surfaceWords, type Tone } from "../outcome/wording";
import { optionLabel } from "./option-words";
import type { Closed } from "./permissions-state";

export interface PermissionHeadline {
  readonly tone: Tone;
  readonly title: string;
  /** '' when there is nothing to add. */
  readonly detail: string;
}

/** "by Ada over MCP", "by you in the browser", "automatically": as far as it is known. */
export function decidedBy(decision: PermissionDecisionView): string {
  if (decision.actor_kind === "automation" || decision.surface === "automation")
    return "automatically, as the agent’s profile says";
  const who = decision.you ? "by you" : decision.name === "" ? "" : `by ${decision.name}`;
  return [who, surfaceWords(decision.surface)].filter((part) => part !== "").join(" ");
}

/** What a choice was called. */
export function choiceWords(prompt: Pick<OpenPermissionView, "options">, choice: PermissionChoice): string {
  if (choice.kind === "cancel") return "Cancel request";
  const option = prompt.options.find(({ option_id }) => option_id === choice.optionId);
  return option === undefined ? choice.optionId : optionLabel(option);
}

const verb = (outcome: SettledPermissionView["outcome"]): string =>
  outcome === "approved" ? "Allowed" : outcome === "cancelled" ? "Cancelled" : "Denied";

/** How a prompt ended, in one line: "Denied by Ada over MCP". */
export function settledTitle({ outcome, decision }: SettledPermissionView): string {
  const by = decision === null ? "" : decidedBy(decision);
  switch (outcome) {
    case "approved":
    case "rejected":
    case "cancelled":
      return [verb(outcome), by].filter((part) => part !== "").join(" ");
    case "lost":
      return ["Decided", by, "too late"].filter((part) => part !== "").join(" ");
    case "unknown":
      return ["Decided", by].filter((part) => part !== "").join(" ");
    case "expired":
      return "Nobody answered";
    case "undecided":
      return "Not decided";
  }
}

/** What the title leaves open, in a sentence; '' for nothing. */
export function settledDetail({ outcome }: SettledPermissionView): string {
  switch (outcome) {
    case "approved":
    case "rejected":
    case "cancelled":
      return "";
    case "lost":
      return "The agent was gone, or had withdrawn the request, before the decision reached it.";
    case "unknown":
      return "Whether the agent got the decision is not known.";
    case "expired":
      return "The agent withdrew or replaced the request, or it has stopped.";
    case "undecided":
      return "No agent on this server waits for it, so it cannot be answered.";
  }
}

/** True when what counts is what was chosen here. */
export const isOwnChoice = (
  choice: PermissionChoice,
  { decision, outcome }: SettledPermissionView,
): boolean =>
  choice.kind === "cancel"
    ? outcome === "cancelled"
    : decision !== null && decision.option_id === choice.optionId && decision.option_kind !== "cancelled";

/** What to say about a prompt that is closed. `settled` is what the server knows, null until it has been re-read. */
export function closedHeadline(
  prompt: Pick<OpenPermissionView, "options">,
  how: Closed,
  settled: SettledPermissionView | null,
): PermissionHeadline {
  switch (how.kind) {
    case "delivered":
      return recorded(prompt, how.choice);
    case "beaten":
      return isOwnAttempt(how, settled) ? recorded(prompt, how.choice) : beaten(how, settled);
    case "gone":
      return {
        tone: "warn",
        title: "This request can no longer be answered",
        detail:
          settled === null || settled.outcome === "expired"
            ? "The agent withdrew or replaced it, or it has stopped. Nothing was sent."
            : settledDetail(settled),
      };
    case "elsewhere":
      return settled === null
        ? { tone: "plain", title: "This request is no longer open", detail: "" }
        : { tone: toneOf(settled), title: settledTitle(settled), detail: settledDetail(settled) };
  }
}

const recorded = (
  prompt: Pick<OpenPermissionView, "options">,
  choice: PermissionChoice,
): PermissionHeadline => ({
  tone: "good",
  title: `${choiceWords(prompt, choice)}: recorded`,
  detail: "delivered to the agent",
});

/** A retry that finds its own first attempt recorded was not beaten. */
function isOwnAttempt(
  { choice, retried }: Extract<Closed, { kind: "beaten" }>,
  settled: SettledPermissionView | null,
): boolean {
  if (!retried || settled === null || settled.decision === null || !isOwnChoice(choice, settled))
    return false;
  const { you, actor_kind, surface } = settled.decision;
  return surface === "web" && (you || actor_kind === "synthetic") && settledDetail(settled) === "";
}

function beaten(
  how: Extract<Closed, { kind: "beaten" }>,
  settled: SettledPermissionView | null,
): PermissionHeadline {
  if (settled === null || settled.decision === null)
    return { tone: "warn", title: "Somebody else decided this first", detail: "" };
  const then = Date.parse(settled.decision.at);
  const lead =
    how.serverNowMs === null || Number.isNaN(then) ? null : Math.max(0, (how.serverNowMs - then) / 1000);
  const same = isOwnChoice(how.choice, settled) ? "with the same choice" : "theirs counts";
  return {
    tone: "warn",
    title: `${settledTitle(settled)}, ${leadWords(lead)}`,
    detail: settledDetail(settled) || same,
  };
}

const toneOf = ({ outcome }: SettledPermissionView): Tone =>
  ["lost", "unknown", "expired"].includes(outcome) ? "warn" : "plain";

/** Why a choice is not known to have reached the agent, and what can be done. */
export function permissionFailureWords(failure: Failure): string {
  if (failure.kind !== "refused")
    return `${failure.message} Your choice may not have arrived; sending it again is safe.`;
  switch (failure.code) {
    case "permission_resolution_in_progress":
      return "Somebody else is deciding this right now. What becomes of it is shown here in a moment.";
    case "permission_option_not_offered":
      return "The agent does not offer this option. Choose another one.";
    case "permission_audit_failed":
      return "The server could not record the choice. Sending it again is safe: the agent never gets two.";
    case "permission_delivery_failed":
      return "The choice did not reach the agent: it was gone, or had withdrawn the request.";
    default:
      return `The choice was not recorded: ${failure.message}`;
  }
}
