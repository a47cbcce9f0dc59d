"use client";

import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Hint } from "./hint";

/** A square button with an icon, its name for screen readers and a hint on hover and focus. */
export function IconButton({
  label,
  hint,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { label: string; hint?: ReactNode }) {
  return (
    <Hint text={hint ?? label}>
      <button
        type="button"
        aria-label={label}
        className={clsx(
          "inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11",
          "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Hint>
  );
}
