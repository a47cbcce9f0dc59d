"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link in the sidebar that knows whether its page is the one shown. */
export function SidebarLink({
  href,
  under = href,
  children,
}: {
  href: string;
  /** The link is current on all pages below this path. */
  under?: string;
  children: ReactNode;
}) {
  const path = usePathname();
  const current = path === href || (under !== href && path.startsWith(under));
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-7 items-center gap-2 rounded-md px-2 py-1 focus-visible:-outline-offset-2",
        current ? "bg-hover font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}
