"use client";

import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import { useLinkStatus } from "next/link";

/** Inside a link: turns while its page is on the way. Always takes its place, so nothing moves. */
export function LinkPending({ className }: { className?: string }) {
  const { pending } = useLinkStatus();
  return (
    <LoaderCircle
      size={14}
      aria-hidden
      className={clsx("shrink-0 text-muted", pending ? "animate-spin" : "invisible", className)}
    />
  );
}
