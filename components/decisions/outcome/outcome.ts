import { type Decision, isOwnDecision, type Winner } from "@/lib/client/respond";
import type { OpenQuestionView } from "@/lib/views";

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

/** True when somebody else was first with exactly the same answer. */
export function isSameAnswer(outcome: Outcome): boolean {
  return outcome.kind === "beaten" && isOwnDecision(outcome.sent, outcome.winner);
}
