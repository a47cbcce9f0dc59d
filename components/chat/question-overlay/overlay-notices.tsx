"use client";

import { Info, TriangleAlert, WifiOff } from "lucide-react";
import type { Phase } from "../../decisions/outcome/decisions-state";
import { useLiveStatus } from "@/lib/client/live/use-live-status";
import { failureWords } from "../../decisions/outcome/wording";
import { Button } from "../../ui/button";

/** What failed, in the server's words, and the way to try again. Nothing that was typed is touched. */
export function FailureNotice({ phase, onRetry }: { phase: Phase; onRetry: () => void }) {
  if (phase.kind !== "failed") return null;
  return (
    <div
      role="alert"
      data-testid="question-error"
      className="mb-2 flex items-center gap-2 rounded-md bg-bad-soft py-1.5 ps-2.5 pe-1.5 text-bad"
    >
      <TriangleAlert size={16} className="shrink-0" aria-hidden />
      <p className="prose-text min-w-0 flex-1">{failureWords(phase.decision, phase.failure)}</p>
      <Button onClick={onRetry} data-testid="question-retry">
        Retry
      </Button>
    </div>
  );
}

/** No agent waits on the line. Not an error: the answer finds it later. */
export function DetachedNotice() {
  return (
    <p data-testid="question-detached" className="mb-2 flex gap-1.5 text-meta text-muted">
      <Info size={14} className="mt-[3px] shrink-0" aria-hidden />
      The agent is not connected right now. It gets your answer when it asks again or collects it.
    </p>
  );
}

export function OfflineNotice() {
  if (useLiveStatus() !== "offline") return null;
  return (
    <p data-testid="question-offline" className="mb-2 flex gap-1.5 text-meta text-permission">
      <WifiOff size={14} className="mt-[3px] shrink-0" aria-hidden />
      You are offline. What you enter is kept in this browser; send it when you are back.
    </p>
  );
}
