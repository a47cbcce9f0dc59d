import { clsx } from "clsx";
import type { ComponentProps } from "react";

export type IconButtonProps = ComponentProps<"button"> & {
  label: string;
  /** What the name leaves open. */
  hint?: string;
};

/** A square button with an icon, its name for screen readers and a hint on hover and focus. */
export function IconButton({ label, hint, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-description={hint}
      data-hint={hint ?? label}
      className={clsx(
        "inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11",
        "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
