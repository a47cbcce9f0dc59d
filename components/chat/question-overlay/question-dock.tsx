"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { OutcomeCard } from "../../decisions/outcome/outcome-card";
import { useDecisions } from "../../decisions/outcome/use-decisions";
import { headlineOf, saidHeadline } from "../../decisions/outcome/wording";
import { useDecisionTexts } from "../../decisions/use-decision-texts";
import { announce } from "@/lib/client/announce";
import type { OpenQuestionView, SettledQuestionView } from "@/lib/views";
import { QuestionOverlay } from "./question-overlay";

export interface OpenQuestion {
  readonly bundle: OpenQuestionView;
  /** Its prompts as Markdown, rendered on the server, in the order of the questions. */
  readonly prompts: readonly ReactNode[];
}

interface Props {
  open: readonly OpenQuestion[];
  settled: readonly SettledQuestionView[];
}

/**
 * The place between transcript and composer: the open question, and what became of those that were open here. The
 * oldest comes first; one that is being answered is not pushed aside by another.
 */
export function QuestionDock({ open, settled }: Props) {
  const t = useTranslations("chat.question");
  const texts = useDecisionTexts();
  const decisions = useDecisions(open);
  const dock = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const { shown, waiting, outcomes } = decisions;
  const shownId = shown?.bundle.pending_id ?? "";
  const [firstId] = useState(shownId);
  const settledOf = (id: string) => settled.find((question) => question.pending_id === id) ?? null;

  const latest = outcomes.at(-1);
  const latestId = latest?.bundle.pending_id;
  const said = latest && saidHeadline(texts, headlineOf(texts, latest, settledOf(latest.bundle.pending_id)));
  useEffect(() => {
    if (said !== undefined) announce(said);
  }, [said, latestId]);

  const question = shown && t("asks", { count: shown.bundle.questions.length });
  useEffect(() => {
    if (question !== undefined) announce(question);
  }, [question, shownId]);

  // Whoever worked in here goes on in here: what had the focus may just have gone away.
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const places = ["[data-outcome-keep]", "[data-testid=question-prompt]"];
    const place = places
      .map((selector) => dock.current?.querySelector(selector))
      .find((found) => found instanceof Element);
    const target = place?.closest<HTMLElement>("[tabindex]") ?? dock.current?.closest<HTMLElement>("section");
    target?.focus({ preventScroll: true });
  });

  return (
    <div
      ref={dock}
      className="shrink-0"
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
    >
      {outcomes.map((outcome) => (
        <OutcomeCard
          key={outcome.bundle.pending_id}
          outcome={outcome}
          settled={settledOf(outcome.bundle.pending_id)}
          onDismiss={decisions.dismiss}
        />
      ))}
      {shown !== undefined && (
        <QuestionOverlay
          key={shownId}
          bundle={shown.bundle}
          prompts={shown.prompts}
          phase={decisions.phase}
          replaces={firstId !== shownId}
          queue={
            waiting.length > 1 && (
              <p className="mb-2 flex items-center gap-2 text-meta text-muted">
                {t("waiting", { number: waiting.indexOf(shown) + 1, total: waiting.length })}
                <button
                  type="button"
                  data-testid="question-next-waiting"
                  className="rounded-sm font-medium text-accent-text hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11"
                  onClick={() => {
                    const next = waiting[(waiting.indexOf(shown) + 1) % waiting.length];
                    if (next !== undefined) decisions.show(next.bundle.pending_id);
                  }}
                >
                  {t("next")}
                </button>
              </p>
            )
          }
          onDecide={(decision) => decisions.decide(shown.bundle, decision)}
        />
      )}
    </div>
  );
}
