import { clsx } from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { RefObject } from "react";

interface Props {
  collapsed: boolean;
  /** What it shows and hides, as in "Show the question". */
  what: string;
  /** The same in a word for the tooltip, where there is a shorter one. */
  short?: string;
  bodyId: string;
  testId: string;
  className?: string;
  ref: RefObject<HTMLButtonElement | null>;
  onToggle: () => void;
}

/** Folds a dock over the chat down to its header, and out again. */
export function CollapseButton({
  collapsed,
  what,
  short = what,
  bodyId,
  testId,
  className,
  ref,
  onToggle,
}: Props) {
  return (
    <button
      ref={ref}
      type="button"
      data-testid={testId}
      aria-expanded={!collapsed}
      aria-controls={bodyId}
      aria-label={`${collapsed ? "Show" : "Collapse"} ${what}`}
      title={collapsed ? `Show ${short}` : "Collapse (Escape)"}
      className={clsx(
        "inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11",
        className,
      )}
      onClick={onToggle}
    >
      {collapsed ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
    </button>
  );
}
