"use client";

import { CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Decision } from "@/lib/client/respond";
import type { SettledQuestionView } from "@/lib/views";
import { CopyButton } from "../../ui/copy-button";
import { IconButton } from "../../ui/icon-button";
import { useDecisionTexts } from "../use-decision-texts";
import { AnswerLines } from "./answer-lines";
import { answersToCopy, answerTexts } from "./answer-text";
import { isSameAnswer, type Outcome } from "./outcome";
import { headlineOf, type Tone } from "./wording";

interface Props {
  outcome: Outcome;
  settled: SettledQuestionView | null;
  /** Stable: the time to dismissal starts anew when it changes. */
  onDismiss: (pendingId: string) => void;
}

const ICONS = { good: CircleCheck, plain: Info, warn: TriangleAlert } satisfies Record<Tone, unknown>;
const COLOURS: Record<Tone, string> = { good: "text-good", plain: "text-question", warn: "text-permission" };

/** Good news needs no click; the transcript keeps it. */
const DISMISS_AFTER_MS = 8000;

/** What became of a question that was shown here. Stays as long as it holds something that is nowhere else. */
export function OutcomeCard({ outcome, settled, onDismiss }: Props) {
  const texts = useDecisionTexts();
  const { t, common } = texts;
  const pendingId = outcome.bundle.pending_id;
  const { tone, title, detail } = headlineOf(texts, outcome, settled);
  const [held, setHeld] = useState(false);
  const mine = isSameAnswer(outcome, settled) ? "" : mineOf(outcome);
  const passing = mine === "" && outcome.kind !== "inactive" && outcome.kind !== "missing";

  useEffect(() => {
    if (!passing || held) return;
    const timer = window.setTimeout(() => onDismiss(pendingId), DISMISS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [passing, held, onDismiss, pendingId, title, detail]);

  const Icon = ICONS[tone];
  return (
    <div
      tabIndex={-1}
      role="group"
      aria-label={t("outcome.label")}
      data-testid="question-outcome"
      data-kind={outcome.kind}
      data-outcome-keep={passing ? undefined : true}
      className="border-t border-line bg-raised outline-none"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className="column flex items-start gap-2 py-2">
        <Icon size={16} className={`mt-1.5 shrink-0 pointer-coarse:mt-3.5 ${COLOURS[tone]}`} aria-hidden />
        <div className="min-w-0 flex-1 py-1 pointer-coarse:py-3">
          <p>
            <span className="font-medium">{title}</span>
            {detail !== "" && <span className="text-muted">{` · ${detail}`}</span>}
          </p>
          <Sides outcome={outcome} settled={settled} mine={mine} />
        </div>
        <IconButton label={common("dismiss")} onClick={() => onDismiss(pendingId)}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** The answer that counts, and beside it what this person had entered, where the two are not the same. */
function Sides({
  outcome,
  settled,
  mine,
}: {
  outcome: Outcome;
  settled: SettledQuestionView | null;
  mine: string;
}) {
  const t = useTranslations("decisions.outcome");
  const theirs = theirsOf(outcome, settled);
  if (theirs === null && mine === "") return null;
  return (
    <div className="mt-2 grid max-h-[35dvh] gap-3 overflow-y-auto sm:grid-cols-2" tabIndex={0}>
      {theirs !== null && (
        <div data-testid="outcome-theirs" className="min-w-0">
          <p className="mb-1 text-xs font-medium text-muted">{t("recordedAnswer")}</p>
          <div className="flex flex-col gap-2">
            {theirs.map((answer, index) => (
              <div key={index}>
                {theirs.length > 1 && (
                  <p className="prose-text line-clamp-1 text-meta text-muted">{answer.prompt}</p>
                )}
                <AnswerLines answer={answer} />
              </div>
            ))}
          </div>
        </div>
      )}
      {mine !== "" && (
        <div data-testid="outcome-yours" className="min-w-0">
          <p className="mb-1 flex items-center justify-between text-xs font-medium text-muted">
            {t("yours")}
            <CopyButton text={mine} what={t("yourAnswer")} />
          </p>
          <p className="prose-text text-muted">{mine}</p>
        </div>
      )}
    </div>
  );
}

function theirsOf(outcome: Outcome, settled: SettledQuestionView | null) {
  const { questions } = outcome.bundle;
  if (outcome.kind === "beaten") {
    return outcome.winner.status === "answered" ? answerTexts(questions, outcome.winner.answers) : null;
  }
  if (outcome.kind !== "elsewhere" || settled?.outcome !== "answered") return null;
  return answerTexts(questions, settled.answers);
}

/** What this person entered and the agent will not see, as text; '' when it was recorded or there was nothing. */
function mineOf(outcome: Outcome): string {
  if (outcome.kind === "recorded") return "";
  const decision: Decision | null = outcome.kind === "elsewhere" ? outcome.draft : outcome.sent;
  if (decision === null) return "";
  return decision.kind === "skip"
    ? decision.reason.trim()
    : answersToCopy(outcome.bundle.questions, decision.answers);
}
