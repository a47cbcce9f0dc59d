"use client";

import { CircleCheck, CirclePause, LoaderCircle, Moon, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { stopTurn } from "@/lib/client/agents";
import { announce } from "@/lib/client/announce";
import { requestRefresh } from "@/lib/client/live/live-store";
import { Age } from "../ui/age";
import { Button } from "../ui/button";
import { useFailureText } from "../ui/use-failure-text";
import type { RunWords } from "./run-words";

interface Props {
  sessionId: string;
  words: RunWords;
  /** '' while no turn is under way. */
  since: string;
}

const ICONS = {
  external: null,
  starting: <LoaderCircle size={14} className="shrink-0 animate-spin" aria-hidden />,
  working: <LoaderCircle size={14} className="shrink-0 animate-spin text-accent-text" aria-hidden />,
  waiting: <CirclePause size={14} className="shrink-0 text-permission" aria-hidden />,
  asleep: <Moon size={14} className="shrink-0" aria-hidden />,
  ready: <CircleCheck size={14} className="shrink-0 text-good" aria-hidden />,
} as const;

/** What the agent is doing, and the way to stop it. Always one line, so that nothing above it moves. */
export function RunLine({ sessionId, words, since }: Props) {
  const t = useTranslations("chat.run");
  const failureText = useFailureText();
  const [stopping, setStopping] = useState("");
  const [error, setError] = useState("");
  const busy = since !== "" && stopping === since;

  const stop = async () => {
    setStopping(since);
    setError("");
    const result = await stopTurn(sessionId);
    if (!result.ok) {
      setStopping("");
      return setError(failureText(result.failure));
    }
    announce(t(result.value.cancelled ? "stopped" : "stoppedAlready"));
    requestRefresh();
  };
  return (
    <div
      className="mb-1 flex h-7 items-center gap-1.5 text-meta text-muted pointer-coarse:h-11"
      data-testid="run-line"
      data-kind={words.kind}
    >
      {ICONS[words.kind]}
      <span className="min-w-0 truncate">{busy ? t("stopping") : words.state}</span>
      {since !== "" && (
        <span className="shrink-0">
          {"· "}
          <Age since={since} />
        </span>
      )}
      {error !== "" && (
        <span role="alert" className="min-w-0 truncate text-bad">
          {t("notStopped", { error })}
        </span>
      )}
      {since !== "" && (
        <Button
          data-testid="stop-turn"
          className="ms-auto"
          blocked={busy}
          title={t("stopHint")}
          onClick={() => void stop()}
        >
          {busy ? (
            <LoaderCircle size={12} className="animate-spin" aria-hidden />
          ) : (
            <Square size={12} className="fill-current" aria-hidden />
          )}
          {t("stop")}
        </Button>
      )}
    </div>
  );
}
