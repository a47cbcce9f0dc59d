import { clsx } from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";

interface Props {
  collapsed: boolean;
  /** What it shows and hides. */
  what: "question" | "permissions";
  bodyId: string;
  testId: string;
  className?: string;
  ref: RefObject<HTMLButtonElement | null>;
  onToggle: () => void;
}

/** Folds a dock over the chat down to its header, and out again. */
export function CollapseButton({ collapsed, what, bodyId, testId, className, ref, onToggle }: Props) {
  const t = useTranslations("chat.fold");
  return (
    <button
      ref={ref}
      type="button"
      data-testid={testId}
      aria-expanded={!collapsed}
      aria-controls={bodyId}
      aria-label={t(`${what}.${collapsed ? "show" : "hide"}`)}
      title={t(collapsed ? `${what}.short` : "hint")}
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
