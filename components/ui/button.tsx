import { clsx } from "clsx";
import type { ComponentProps } from "react";

const VARIANTS = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover border-transparent",
  plain: "bg-raised text-ink border-line hover:bg-hover",
  ghost: "text-muted border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-raised text-bad border-line hover:bg-bad-soft",
} as const;

export type ButtonVariant = keyof typeof VARIANTS;

/** Looks of a button, also for links that act as one. 28 px high, 44 px where fingers point. */
export function buttonClass(variant: ButtonVariant = "plain", className?: string): string {
  return clsx(
    "inline-flex h-7 shrink-0 items-center justify-center gap-1.5 rounded-md border px-2.5 font-medium whitespace-nowrap select-none",
    "pointer-coarse:h-11 pointer-coarse:px-3.5",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    className,
  );
}

/**
 * A button. `blocked` keeps it focusable while it does nothing, so that focus is not lost when a request starts and
 * the reason can be read; its `onClick` is not called.
 */
export function Button({
  variant = "plain",
  blocked = false,
  className,
  onClick,
  ...rest
}: ComponentProps<"button"> & { variant?: ButtonVariant; blocked?: boolean }) {
  return (
    <button
      type="button"
      aria-disabled={blocked || undefined}
      className={buttonClass(variant, className)}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
