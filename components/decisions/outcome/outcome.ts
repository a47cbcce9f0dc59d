import { type Decision, isOwnDecision, type Winner } from "@/lib/client/respond";
import type { OpenQuestionView, SettledQuestionView } from "@/lib/views";

/** How a question that was open on this page came to be closed, as far as this page knows by itself. */
export type Outcome = { readonly bundle: OpenQuestionView } & (
  | { readonly kind: "recorded"; readonly sent: Decision }
  | {
      readonly kind: "beaten";
      readonly sent: Decision;
      readonly winner: Winner;
      readonly leadSeconds: number | null;
    }
  /** Nobody answered, and nobody can. */
  | { readonly kind: "inactive"; readonly sent: Decision }
  | { readonly kind: "missing"; readonly sent: Decision }
  /** It was settled elsewhere while it was shown here; `draft` is what had been entered. */
  | { readonly kind: "elsewhere"; readonly draft: Decision | null }
);

/** True when what counts is exactly what had been entered here. */
export function isSameAnswer(outcome: Outcome, settled: SettledQuestionView | null): boolean {
  if (outcome.kind === "beaten") return isOwnDecision(outcome.sent, outcome.winner);
  if (outcome.kind !== "elsewhere" || outcome.draft === null || settled === null) return false;
  const { outcome: status, answers } = settled;
  return (
    (status === "answered" || status === "rejected") && isOwnDecision(outcome.draft, { status, answers })
  );
}
