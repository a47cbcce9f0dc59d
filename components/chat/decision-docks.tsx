"use client";

import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState } from "react";
import type { OpenPermissionView, SettledPermissionView, SettledQuestionView } from "@/lib/views";
import { LazyPermissionDock } from "./permission-dock/lazy-permission-dock";
import { useHold } from "./permission-dock/use-hold";
import { type OpenQuestion, QuestionDock } from "./question-overlay/question-dock";

interface Props {
  /** The agent can ask for permission. */
  mayPrompt: boolean;
  questions: readonly OpenQuestion[];
  settledQuestions: readonly SettledQuestionView[];
  permissions: readonly OpenPermissionView[];
  settledPermissions: readonly SettledPermissionView[];
}

/**
 * Everything that waits for a person, between transcript and composer: permission prompts first, then the question. What
 * is below moves what is above, so a question that comes while somebody is about to decide a prompt waits until they are not.
 */
export function DecisionDocks({
  mayPrompt,
  questions,
  settledQuestions,
  permissions,
  settledPermissions,
}: Props) {
  const t = useTranslations("chat.permissions");
  const dock = useRef<HTMLElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const hold = useHold(dock);
  const held = hold.held && permissions.length > 0;

  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [wasHeld, setWasHeld] = useState(held);
  const admitAll = () => setShown(new Set(questions.map(idOf)));
  if (held !== wasHeld) {
    setWasHeld(held);
    if (held) admitAll();
  }
  const admitted = held ? questions.filter((question) => shown.has(idOf(question))) : questions;
  const heldBack = questions.length - admitted.length;

  useLayoutEffect(() => {
    const element = below.current;
    if (element !== null) element.style.minHeight = held ? `${element.offsetHeight}px` : "";
  }, [held]);

  return (
    <>
      {mayPrompt && (
        <LazyPermissionDock
          open={permissions}
          settled={settledPermissions}
          dock={dock}
          hold={hold}
          also={
            heldBack > 0 && (
              <button
                type="button"
                data-testid="question-held-back"
                className="shrink-0 rounded-sm text-meta font-medium text-question hover:underline pointer-coarse:min-h-11"
                onClick={admitAll}
              >
                {t("heldBack")}
              </button>
            )
          }
        />
      )}
      <div ref={below} className="shrink-0">
        <QuestionDock open={admitted} settled={settledQuestions} />
      </div>
    </>
  );
}

const idOf = ({ bundle }: OpenQuestion): string => bundle.pending_id;
