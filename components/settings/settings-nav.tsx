"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";

const PAGES = [
  { href: "/settings/agents", label: "Agents" },
  { href: "/settings/tokens", label: "Access tokens" },
  { href: "/settings/external-mcp", label: "External MCP" },
] as const;

/** The pages of the settings, under their header. */
export function SettingsNav() {
  const path = usePathname();
  return (
    <nav aria-label="Settings pages" className="border-b border-line">
      <ul className="column flex gap-1">
        {PAGES.map(({ href, label }) => {
          const current = path === href;
          return (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                aria-current={current ? "page" : undefined}
                className={clsx(
                  "-mb-px flex min-h-9 items-center border-b-2 px-2 focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
                  current
                    ? "border-accent-text font-medium text-ink"
                    : "border-transparent text-muted hover:text-ink",
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
