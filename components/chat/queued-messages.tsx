"use client";

import { Clock, LoaderCircle, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { withdrawMessage } from "@/lib/client/agents";
import { announce } from "@/lib/client/announce";
import { returnText } from "@/lib/client/composer-text";
import { requestRefresh } from "@/lib/client/live/live-store";
import type { QueuedMessageView } from "@/lib/views";
import { Button } from "../ui/button";
import { useFailureText } from "../ui/use-failure-text";
import type { RunWords } from "./run-words";

interface Props {
  sessionId: string;
  messages: readonly QueuedMessageView[];
  until: RunWords["until"];
}

/** What a person wrote and the agent has not got yet, oldest first. Render it with `key={sessionId}`. */
export function QueuedMessages({ sessionId, messages, until }: Props) {
  const t = useTranslations("chat.queued");
  const failureText = useFailureText();
  const [taking, setTaking] = useState<string | null>(null);
  const [error, setError] = useState("");
  const list = useRef<HTMLElement>(null);
  const before = useRef(messages);
  const withdrawn = useRef(new Set<string>());

  useEffect(() => {
    const gone = before.current.filter(
      ({ id }) => !withdrawn.current.has(id) && !messages.some((message) => message.id === id),
    );
    before.current = messages;
    if (gone.length > 0) announce(t("begun"));
  }, [messages, t]);

  const withdraw = async ({ id, content }: QueuedMessageView) => {
    if (taking !== null) return;
    setTaking(id);
    setError("");
    withdrawn.current.add(id);
    const result = await withdrawMessage(sessionId, id);
    setTaking(null);
    requestRefresh();
    if (!result.ok) {
      withdrawn.current.delete(id);
      const late = result.failure.code === "conflict" || result.failure.code === "not_found";
      return setError(late ? t("late") : failureText(result.failure));
    }
    returnText(sessionId, content);
    announce(t("withdrawn"));
    // The button goes with its message: the text is where to go on.
    list.current?.parentElement?.querySelector<HTMLElement>("[data-testid=composer-input]")?.focus();
  };

  if (messages.length === 0 && error === "") return null;
  return (
    <section ref={list} aria-label={t("label")} className="shrink-0 border-t border-line bg-panel">
      <div className="column max-h-[20dvh] overflow-y-auto py-1.5" tabIndex={-1}>
        {messages.length > 0 && (
          <p className="flex items-center gap-1.5 text-meta text-muted">
            <Clock size={14} className="shrink-0" aria-hidden />
            {t(until, { count: messages.length })}
          </p>
        )}
        <ol className="flex flex-col">
          {messages.map((message) => (
            <li
              key={message.id}
              data-testid="queued-message"
              className="flex items-center gap-2 border-t border-dashed border-line py-1 first:border-t-0"
            >
              <p className="prose-text line-clamp-2 min-w-0 flex-1">{message.content}</p>
              <Button
                variant="ghost"
                data-testid="queued-withdraw"
                aria-label={t("withdrawNamed", { text: message.content.slice(0, 80) })}
                blocked={taking !== null}
                onClick={() => void withdraw(message)}
              >
                {taking === message.id ? (
                  <LoaderCircle size={14} className="animate-spin" aria-hidden />
                ) : (
                  <Undo2 size={14} aria-hidden />
                )}
                {t("withdraw")}
              </Button>
            </li>
          ))}
        </ol>
        <p role="alert" data-testid="queued-error" className="prose-text text-meta text-bad empty:hidden">
          {error}
        </p>
      </div>
    </section>
  );
}
