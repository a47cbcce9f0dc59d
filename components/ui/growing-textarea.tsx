"use client";

import { clsx } from "clsx";
import { type ComponentProps, useEffect, useRef } from "react";

/** A text area as high as its text, up to its `max-height`. `field-sizing` does it; where it is unknown, we measure. */
export function GrowingTextarea({ className, value, ref, ...rest }: ComponentProps<"textarea">) {
  const own = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const area = own.current;
    if (area === null || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [value]);

  return (
    <textarea
      ref={(area) => {
        own.current = area;
        if (typeof ref === "function") return ref(area);
        if (ref !== null && ref !== undefined) ref.current = area;
        return undefined;
      }}
      rows={1}
      dir="auto"
      value={value}
      // 16 px on touch screens: iOS zooms into anything smaller.
      className={clsx("block w-full resize-none field-sizing-content pointer-coarse:text-[1rem]", className)}
      {...rest}
    />
  );
}
