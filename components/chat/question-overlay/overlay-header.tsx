"use client";

import { ChevronDown, ChevronUp, CircleQuestionMark } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Age } from "../../ui/age";

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
        <span className="max-sm:sr-only">blocked </span>
        <Age since={since} />
      </span>
      <span className="flex shrink-0">
        {!collapsed && skip}
        <button
          ref={toggleRef}
          type="button"
          data-testid="question-collapse"
          aria-expanded={!collapsed}
          aria-controls={bodyId}
          aria-label={collapsed ? "Show the question" : "Collapse the question"}
          title={collapsed ? "Show the question" : "Collapse (Escape)"}
          className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
          onClick={onToggle}
        >
          {collapsed ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </button>
      </span>
    </div>
  );
}
