"use client";

import { CircleQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode, RefObject } from "react";
import { Age } from "../../ui/age";
import { CollapseButton } from "../collapse-button";

interface Props {
  title: string;
  /** The stepper, on a bundle of several questions. */
  steps: ReactNode;
  progress: string;
  since: string;
  skip: ReactNode;
  collapsed: boolean;
  bodyId: string;
  toggleRef: RefObject<HTMLButtonElement | null>;
  onToggle: () => void;
}

/** The overlay's row of 44 px: all that is left of it when it is collapsed. */
export function OverlayHeader({
  title,
  steps,
  progress,
  since,
  skip,
  collapsed,
  bodyId,
  toggleRef,
  onToggle,
}: Props) {
  const common = useTranslations("common");
  return (
    <div className="flex h-11 min-w-0 items-center gap-2">
      <CircleQuestionMark size={18} className="shrink-0 text-question" aria-hidden />
      {collapsed ? (
        <button
          type="button"
          className="min-w-0 flex-1 self-stretch truncate text-start font-medium"
          onClick={onToggle}
          tabIndex={-1}
        >
          {title}
          <span className="font-normal text-muted">{` · ${progress}`}</span>
        </button>
      ) : (
        <>
          {steps ?? <h2 className="min-w-0 truncate font-medium">{title}</h2>}
          {steps !== null && (
            <p className="truncate text-meta text-muted tabular-nums max-sm:sr-only">{progress}</p>
          )}
          <span className="flex-1" />
        </>
      )}
      <span className="shrink-0 text-meta text-muted">
        {common.rich("blocked", {
          word: (text) => <span className="max-sm:sr-only">{text}</span>,
          age: () => <Age since={since} />,
        })}
      </span>
      <span className="flex shrink-0">
        {!collapsed && skip}
        <CollapseButton
          ref={toggleRef}
          collapsed={collapsed}
          what="question"
          bodyId={bodyId}
          testId="question-collapse"
          onToggle={onToggle}
        />
      </span>
    </div>
  );
}
