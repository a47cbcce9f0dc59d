"use client";

import { clsx } from "clsx";
import { Check, ChevronDown, ChevronRight, SquareArrowOutUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useId } from "react";
import type { InboxDecisionView, InboxItemView } from "@/lib/views";
import { DecisionDocks } from "../chat/decision-docks";
import { actionSubject } from "../decisions/permission/action-words";
import { VisibleText } from "../decisions/permission/visible-text";
import { PendingIcon } from "../tasks/task-badge";
import { Age } from "../ui/age";
import { ShortcutScope } from "../ui/shortcut-scope";
import type { ShownEntry } from "./entries";
import { NotNow } from "./not-now";

interface Props {
  entry: ShownEntry;
  open: boolean;
  recent: readonly InboxDecisionView[];
  onToggle: () => void;
  onPutAside: (minutes: number) => void;
}

/** One thing that waits: whose it is and since when; open, it is answered here as it would be in its chat. */
export function InboxRow({ entry, open, recent, onToggle, onPutAside }: Props) {
  const t = useTranslations("inbox");
  const panelId = useId();
  const { item, prompts, gone } = entry;
  const title = item.task.title || t("noTask");
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li
      data-testid="inbox-row"
      data-item-id={item.id}
      data-gone={gone || undefined}
      className="border-b border-line"
    >
      <div className={clsx("flex items-center gap-1 pe-2", open && "bg-panel")}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 px-4 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
        >
          <Chevron size={14} className="shrink-0 text-muted" aria-hidden />
          {gone ? (
            <Check size={16} className="shrink-0 text-muted" aria-hidden />
          ) : (
            <PendingIcon action={item.kind === "question" ? "clarification" : "permission"} />
          )}
          <span className="sr-only">{t(item.kind)}</span>
          <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2">
            <span dir="auto" className="max-w-full shrink-0 truncate font-medium sm:max-w-[40%]">
              {title}
            </span>
            <span dir="auto" className={clsx("min-w-0 truncate text-muted", gone && "line-through")}>
              <Summary item={item} />
            </span>
          </span>
          <span className="shrink-0 text-meta text-muted">
            {gone ? (
              t("gone")
            ) : (
              <>
                <span className="max-sm:sr-only">{t("blocked")} </span>
                <Age since={item.created_at} />
              </>
            )}
          </span>
        </button>
        {!gone && <NotNow aside={item.snoozed_until !== ""} title={title} onPutAside={onPutAside} />}
        <Link
          href={`/tasks/${encodeURIComponent(item.task.id)}?session=${encodeURIComponent(item.session_id)}`}
          prefetch={false}
          aria-label={t("openTask", { title })}
          title={t("openTaskHint")}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <SquareArrowOutUpRight size={14} aria-hidden />
        </Link>
      </div>
      <div id={panelId} hidden={!open}>
        {open && (
          <ShortcutScope aria-label={t("answer", { title })} className="flex flex-col outline-none">
            <DecisionDocks
              mayPrompt={item.kind === "permission"}
              questions={item.kind === "question" && !gone ? [{ bundle: item.question, prompts }] : []}
              settledQuestions={recent.flatMap((one) => (one.kind === "question" ? [one.question] : []))}
              permissions={item.kind === "permission" && !gone ? [item.permission] : []}
              settledPermissions={recent.flatMap((one) =>
                one.kind === "permission" ? [one.permission] : [],
              )}
            />
          </ShortcutScope>
        )}
      </div>
    </li>
  );
}

function Summary({ item }: { item: InboxItemView }) {
  if (item.kind === "question") return item.question.questions[0]?.prompt.split("\n")[0] ?? "";
  const subject = actionSubject(item.permission.action).text || item.permission.title;
  return <VisibleText text={subject.split("\n")[0] ?? ""} />;
}
