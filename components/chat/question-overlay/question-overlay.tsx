"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Phase } from "../../decisions/outcome/decisions-state";
import { FormActions } from "../../decisions/question-form/form-actions";
import { QuestionCard } from "../../decisions/question-form/question-card";
import { SharedContext } from "../../decisions/question-form/shared-context";
import { SkipPopover } from "../../decisions/question-form/skip-popover";
import { Stepper } from "../../decisions/question-form/stepper";
import { useQuestionForm } from "../../decisions/question-form/use-question-form";
import type { Decision } from "@/lib/client/respond";
import type { OpenQuestionView } from "@/lib/views";
import { OverlayHeader } from "./overlay-header";
import { DetachedNotice, FailureNotice, OfflineNotice } from "./overlay-notices";
import { useOverlayKeys } from "./use-overlay-keys";
import { useResize } from "./use-resize";

/** A question that took another's place must not catch the second half of a double click or of a double key. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_KEY_MS = 250;

interface Props {
  bundle: OpenQuestionView;
  prompts: readonly ReactNode[];
  phase: Phase;
  /** It took the place of another question, after something this person did. */
  replaces: boolean;
  /** "1 of 2 questions waiting", when there are more. */
  queue: ReactNode;
  onDecide: (decision: Decision) => void;
}

/** The docked question, between transcript and composer. Render it with `key={pending_id}`. */
export function QuestionOverlay({ bundle, prompts, phase, replaces, queue, onDecide }: Props) {
  const t = useTranslations("chat.question");
  const formTexts = useTranslations("decisions.form");
  const bodyId = useId();
  const overlay = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [collapsed, setCollapsed] = useState(false);
  const arrivedAt = useRef(-Infinity);
  const resize = useResize(overlay);
  const sending = phase.kind === "sending";
  const total = bundle.questions.length;

  const { form, cardRef, submitRef } = useQuestionForm({
    bundle,
    blocked: sending,
    onAnswer: (answers) => onDecide({ kind: "answer", answers }),
  });
  const question = bundle.questions[form.step];

  useEffect(() => {
    if (replaces) arrivedAt.current = performance.now();
  }, [replaces]);
  const arrivedWithin = (ms: number) => performance.now() - arrivedAt.current < ms;

  const collapse = () => {
    const focusInside = overlay.current?.contains(document.activeElement) === true;
    setCollapsed(true);
    // What is about to be hidden cannot keep the focus.
    if (focusInside) toggle.current?.focus();
  };
  useOverlayKeys({
    overlay,
    idle: collapsed || sending,
    optionIds: question?.options.map((option) => option.option_id) ?? [],
    onPick(optionId) {
      if (!arrivedWithin(DOUBLE_KEY_MS)) form.pick(optionId);
    },
    onGo(by) {
      const beyondLast = total > 1 && form.step + by === total;
      if (beyondLast && form.complete) form.submit();
      else form.go(form.step + by);
    },
    onSubmit: form.submit,
    onCollapse: collapse,
  });

  const progress = total === 1 ? t("one") : formTexts("answered", { answered: form.answered, total });
  return (
    <div
      ref={overlay}
      role="group"
      aria-label={t("label")}
      aria-busy={sending}
      data-testid="question-overlay"
      data-pending-id={bundle.pending_id}
      data-phase={phase.kind}
      className="overlay-cap relative flex shrink-0 flex-col border-t border-question bg-raised motion-safe:animate-rise"
      style={collapsed || resize.height === null ? undefined : { height: resize.height }}
      onClickCapture={(event) => {
        if (event.detail < 2 || !arrivedWithin(DOUBLE_CLICK_MS)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {!collapsed && (
        <div
          data-testid="question-resize"
          // Fingers get a larger place, above the edge: below it are the steps.
          className="group absolute inset-x-0 -top-1.5 z-10 mx-auto flex h-3 cursor-row-resize touch-none items-center justify-center pointer-coarse:-top-9 pointer-coarse:h-11 pointer-coarse:w-28 pointer-coarse:items-end pointer-coarse:pb-1.5"
          {...resize.separator}
        >
          <span
            aria-hidden
            className="h-1 w-8 rounded-full bg-line-strong opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
          />
        </div>
      )}
      <div className="column shrink-0">
        <OverlayHeader
          title={t("title", { count: total })}
          steps={
            total === 1 ? null : (
              <Stepper
                questions={bundle.questions}
                drafts={form.draft.questions}
                step={form.step}
                onGo={form.go}
              />
            )
          }
          progress={progress}
          since={bundle.created_at}
          skip={
            <SkipPopover
              total={total}
              blocked={sending}
              onSkip={(reason) => onDecide({ kind: "skip", reason })}
            />
          }
          collapsed={collapsed}
          bodyId={bodyId}
          toggleRef={toggle}
          onToggle={() => setCollapsed(!collapsed)}
        />
      </div>
      <div id={bodyId} hidden={collapsed} className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <div className="column pb-2">
            <FailureNotice
              phase={phase}
              onRetry={() => {
                if (phase.kind !== "failed") return;
                if (phase.decision.kind === "skip") onDecide(phase.decision);
                else form.submit();
              }}
            />
            <OfflineNotice />
            {bundle.detached && <DetachedNotice />}
            {queue}
            <div className="flex flex-col gap-2">
              <SharedContext text={bundle.context} />
              <QuestionCard
                bundle={bundle}
                prompt={prompts[form.step]}
                form={form}
                cardRef={cardRef}
                blocked={sending}
                onPick={form.pick}
              />
            </div>
          </div>
        </div>
        <div className="shrink-0 border-t border-line">
          <div className="column">
            <FormActions
              form={form}
              submitRef={submitRef}
              total={total}
              hasOptions={question !== undefined && question.options.length > 0}
              sending={sending}
            />
          </div>
        </div>
      </div>
    </div>
  );
}
