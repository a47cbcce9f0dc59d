import { failureText } from "@/lib/client/failure-text";
import type { Failure } from "@/lib/client/http";
import type { PermissionChoice } from "@/lib/client/permissions";
import type { OpenPermissionView, PermissionDecisionView, SettledPermissionView } from "@/lib/views";
import { type By, type DecisionTexts, leadWords, NOBODY, settledWords, type Tone } from "../outcome/wording";
import { optionLabel } from "./option-words";
import type { Closed } from "./permissions-state";

export interface PermissionHeadline {
  readonly tone: Tone;
  readonly title: string;
  /** '' when there is nothing to add. */
  readonly detail: string;
}

/** By whom and from where, or automatically: as far as it is known. */
export function decidedBy({ actor_kind, surface, you, name }: PermissionDecisionView): By {
  if (actor_kind === "automation" || surface === "automation") return { who: "auto", name: "", surface: "" };
  return { who: you ? "you" : name === "" ? "unknown" : "named", name, surface };
}

/** What a choice was called. */
export function choiceWords(
  { t }: DecisionTexts,
  prompt: Pick<OpenPermissionView, "options">,
  choice: PermissionChoice,
): string {
  if (choice.kind === "cancel") return t("option.cancel");
  const option = prompt.options.find(({ option_id }) => option_id === choice.optionId);
  return option === undefined ? choice.optionId : optionLabel(option);
}

/** How a prompt ended, in one line: "Denied by Ada over MCP". */
export function settledTitle(texts: DecisionTexts, { outcome, decision }: SettledPermissionView): string {
  const by = decision === null ? NOBODY : decidedBy(decision);
  switch (outcome) {
    case "approved":
      return settledWords(texts, "allowed", by);
    case "rejected":
      return settledWords(texts, "denied", by);
    case "cancelled":
      return settledWords(texts, "cancelled", by);
    case "lost":
      return texts.t("tooLate", { title: settledWords(texts, "decided", by) });
    case "unknown":
      return settledWords(texts, "decided", by);
    case "expired":
      return texts.t("permission.nobody");
    case "undecided":
      return texts.t("permission.undecided");
  }
}

/** What the title leaves open, in a sentence; '' for nothing. */
export function settledDetail({ t }: DecisionTexts, { outcome }: SettledPermissionView): string {
  switch (outcome) {
    case "approved":
    case "rejected":
    case "cancelled":
      return "";
    case "lost":
      return t("permission.lostDetail");
    case "unknown":
      return t("permission.unknownDetail");
    case "expired":
      return t("permission.expiredDetail");
    case "undecided":
      return t("permission.undecidedDetail");
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
  texts: DecisionTexts,
  prompt: Pick<OpenPermissionView, "options">,
  how: Closed,
  settled: SettledPermissionView | null,
): PermissionHeadline {
  switch (how.kind) {
    case "delivered":
      return recorded(texts, prompt, how.choice);
    case "beaten":
      return isOwnAttempt(how, settled) ? recorded(texts, prompt, how.choice) : beaten(texts, how, settled);
    case "gone":
      return {
        tone: "warn",
        title: texts.t("permission.gone"),
        detail:
          settled === null || settled.outcome === "expired"
            ? texts.t("permission.goneDetail")
            : settledDetail(texts, settled),
      };
    case "elsewhere":
      return settled === null
        ? { tone: "plain", title: texts.t("permission.notOpen"), detail: "" }
        : {
            tone: toneOf(settled),
            title: settledTitle(texts, settled),
            detail: settledDetail(texts, settled),
          };
  }
}

const recorded = (
  texts: DecisionTexts,
  prompt: Pick<OpenPermissionView, "options">,
  choice: PermissionChoice,
): PermissionHeadline => ({
  tone: "good",
  title: texts.t("permission.recorded", { choice: choiceWords(texts, prompt, choice) }),
  detail: texts.t("delivered"),
});

/** A retry that finds its own first attempt recorded was not beaten. */
function isOwnAttempt(
  { choice, retried }: Extract<Closed, { kind: "beaten" }>,
  settled: SettledPermissionView | null,
): boolean {
  if (!retried || settled === null || settled.decision === null || !isOwnChoice(choice, settled))
    return false;
  const { you, actor_kind, surface } = settled.decision;
  return surface === "web" && (you || actor_kind === "synthetic") && isPlain(settled);
}

/** Nothing is to be said about it but who decided. */
const isPlain = ({ outcome }: SettledPermissionView): boolean =>
  outcome === "approved" || outcome === "rejected" || outcome === "cancelled";

function beaten(
  texts: DecisionTexts,
  how: Extract<Closed, { kind: "beaten" }>,
  settled: SettledPermissionView | null,
): PermissionHeadline {
  if (settled === null || settled.decision === null)
    return { tone: "warn", title: texts.t("permission.beaten"), detail: "" };
  const then = Date.parse(settled.decision.at);
  const lead =
    how.serverNowMs === null || Number.isNaN(then) ? null : Math.max(0, (how.serverNowMs - then) / 1000);
  return {
    tone: "warn",
    title: leadWords(texts, settledTitle(texts, settled), lead),
    detail:
      settledDetail(texts, settled) ||
      texts.t(isOwnChoice(how.choice, settled) ? "permission.sameChoice" : "permission.theirs"),
  };
}

const toneOf = ({ outcome }: SettledPermissionView): Tone =>
  ["lost", "unknown", "expired"].includes(outcome) ? "warn" : "plain";

const FAILURES = [
  "permission_resolution_in_progress",
  "permission_option_not_offered",
  "permission_audit_failed",
  "permission_delivery_failed",
] as const;

/** Why a choice is not known to have reached the agent, and what can be done. */
export function permissionFailureWords({ t, common }: DecisionTexts, failure: Failure): string {
  const error = failureText(common, failure);
  if (failure.kind !== "refused") return t("permission.failed.unknown", { error });
  const known = FAILURES.find((code) => code === failure.code);
  return known === undefined ? t("permission.failed.refused", { error }) : t(`permission.failed.${known}`);
}
