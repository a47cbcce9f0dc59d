"use client";

import { LoaderCircle, SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { announce } from "@/lib/client/announce";
import { requestRefresh } from "@/lib/client/live/live-store";
import { sendMessage } from "@/lib/client/tasks";
import { Button } from "../ui/button";
import { GrowingTextarea } from "../ui/growing-textarea";
import { isComposing } from "../ui/shortcut-scope";
import { useFailureText } from "../ui/use-failure-text";
import { RunLine } from "./run-line";
import type { RunWords } from "./run-words";
import { useComposerDraft } from "./use-composer-draft";

interface Props {
  sessionId: string;
  words: RunWords;
  /** When the turn under way began, '' for none. */
  workingSince: string;
}

/** Writes to the agent. Never answers a question: that is the overlay's. Render it with `key={sessionId}`. */
export function Composer({ sessionId, words, workingSince }: Props) {
  const t = useTranslations("chat.composer");
  const failureText = useFailureText();
  const [text, setText] = useComposerDraft(sessionId);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState("");
  const external = words.kind === "external";
  const queues = words.kind === "working" || words.kind === "waiting" || words.kind === "starting";
  const change = (next: string) => {
    setText(next);
    setError("");
  };
  const send = async () => {
    if (sending || text.trim() === "") return;
    setSending(true);
    const result = await sendMessage(sessionId, text);
    setSending(false);
    if (!result.ok) return setError(failureText(result.failure));
    change("");
    announce(t("said", { how: external ? "kept" : queues ? "queued" : "sent" }));
    requestRefresh();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.altKey || isComposing(event)) return;
    const modified = event.metaKey || event.ctrlKey;
    if (!modified && !window.matchMedia("(pointer: fine)").matches) return;
    event.preventDefault();
    if (!event.repeat) void send();
  };

  return (
    <div className="composer shrink-0 border-t border-line bg-canvas">
      <div className={`column ${external ? "py-2" : "pt-1 pb-2"}`}>
        {!external && <RunLine sessionId={sessionId} words={words} since={workingSince} />}
        {error !== "" && (
          <p role="alert" className="prose-text mb-1 text-meta text-bad">
            {t("failed", { error })}
          </p>
        )}
        <div className="flex items-end gap-2 rounded-md border border-line-strong bg-raised pe-1 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-text">
          <GrowingTextarea
            data-testid="composer-input"
            aria-label={t("label")}
            aria-describedby="composer-note"
            placeholder={words.placeholder}
            value={text}
            readOnly={sending}
            className="max-h-40 min-h-9 bg-transparent px-2.5 py-2 leading-5 outline-none pointer-coarse:min-h-11 pointer-coarse:py-3"
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button
            data-testid="composer-send"
            aria-label={t(queues ? "queue" : "send")}
            blocked={sending || text.trim() === ""}
            className="my-1 px-2 pointer-coarse:my-0 pointer-coarse:px-3"
            variant={text.trim() === "" ? "ghost" : "primary"}
            onClick={() => void send()}
          >
            {sending ? (
              <LoaderCircle size={16} className="animate-spin" aria-hidden />
            ) : (
              <SendHorizontal size={16} aria-hidden />
            )}
          </Button>
        </div>
        <p id="composer-note" className="mt-1 text-xs text-muted max-sm:sr-only">
          {words.enter}
        </p>
      </div>
    </div>
  );
}
