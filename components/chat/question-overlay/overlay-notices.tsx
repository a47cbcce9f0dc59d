"use client";

import { Info, TriangleAlert, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Phase } from "../../decisions/outcome/decisions-state";
import { useLiveStatus } from "@/lib/client/live/use-live-status";
import { failureWords } from "../../decisions/outcome/wording";
import { useDecisionTexts } from "../../decisions/use-decision-texts";
import { Button } from "../../ui/button";

/** What failed, and the way to try again. Nothing that was typed is touched. */
export function FailureNotice({ phase, onRetry }: { phase: Phase; onRetry: () => void }) {
  const texts = useDecisionTexts();
  if (phase.kind !== "failed") return null;
  return (
    <div
      role="alert"
      data-testid="question-error"
      className="mb-2 flex items-center gap-2 rounded-md bg-bad-soft py-1.5 ps-2.5 pe-1.5 text-bad"
    >
      <TriangleAlert size={16} className="shrink-0" aria-hidden />
      <p className="prose-text min-w-0 flex-1">{failureWords(texts, phase.decision, phase.failure)}</p>
      <Button onClick={onRetry} data-testid="question-retry">
        {texts.common("retry")}
      </Button>
    </div>
  );
}

/** No agent waits on the line. Not an error: the answer finds it later. */
export function DetachedNotice() {
  const t = useTranslations("chat.question");
  return (
    <p data-testid="question-detached" className="mb-2 flex gap-1.5 text-meta text-muted">
      <Info size={14} className="mt-[3px] shrink-0" aria-hidden />
      {t("detached")}
    </p>
  );
}

export function OfflineNotice() {
  const t = useTranslations("chat.question");
  if (useLiveStatus() !== "offline") return null;
  return (
    <p data-testid="question-offline" className="mb-2 flex gap-1.5 text-meta text-permission">
      <WifiOff size={14} className="mt-[3px] shrink-0" aria-hidden />
      {t("offline")}
    </p>
  );
}
