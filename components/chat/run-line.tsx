"use client";

import { CircleCheck, CirclePause, LoaderCircle, Moon, Square } from "lucide-react";
import { useState } from "react";
import { stopTurn } from "@/lib/client/agents";
import { announce } from "@/lib/client/announce";
import { requestRefresh } from "@/lib/client/live/live-store";
import { Age } from "../ui/age";
import { Button } from "../ui/button";
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
  const [stopping, setStopping] = useState("");
  const [error, setError] = useState("");
  const busy = since !== "" && stopping === since;

  const stop = async () => {
    setStopping(since);
    setError("");
    const result = await stopTurn(sessionId);
    if (!result.ok) {
      setStopping("");
      return setError(result.failure.message);
    }
    announce(result.value.cancelled ? "The agent was stopped." : "The agent had stopped already.");
    requestRefresh();
  };
  return (
    <div
      className="mb-1 flex h-7 items-center gap-1.5 text-meta text-muted pointer-coarse:h-11"
      data-testid="run-line"
      data-kind={words.kind}
    >
      {ICONS[words.kind]}
      <span className="min-w-0 truncate">{busy ? "Stopping…" : words.state}</span>
      {since !== "" && (
        <span className="shrink-0">
          {"· "}
          <Age since={since} />
        </span>
      )}
      {error !== "" && (
        <span role="alert" className="min-w-0 truncate text-bad">
          {`Not stopped: ${error}`}
        </span>
      )}
      {since !== "" && (
        <Button
          data-testid="stop-turn"
          className="ms-auto"
          blocked={busy}
          title="Stop this turn: what the agent asks is withdrawn, the session goes on"
          onClick={() => void stop()}
        >
          {busy ? (
            <LoaderCircle size={12} className="animate-spin" aria-hidden />
          ) : (
            <Square size={12} className="fill-current" aria-hidden />
          )}
          Stop
        </Button>
      )}
    </div>
  );
}
