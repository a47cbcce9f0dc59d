"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

const PAGES = [
  { href: "/settings/agents", name: "agents" },
  { href: "/settings/tokens", name: "tokens" },
  { href: "/settings/external-mcp", name: "externalMcp" },
] as const;

/** The pages of the settings, under their header. */
export function SettingsNav() {
  const t = useTranslations("settings.nav");
  const path = usePathname();
  return (
    <nav aria-label={t("label")} className="border-b border-line">
      <ul className="column flex gap-1">
        {PAGES.map(({ href, name }) => {
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
                {t(name)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
