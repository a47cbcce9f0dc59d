"use client";

import { clsx } from "clsx";
import { Inbox, List, SquareKanban } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { usePathname } from "next/navigation";

const VIEWS = [
  { href: "/", text: "list", Icon: List },
  { href: "/board", text: "board", Icon: SquareKanban },
  { href: "/inbox", text: "inbox", Icon: Inbox },
] as const;

/** The two ways to look at the tasks: by who is blocked, and by where they stand. */
export function TaskViews() {
  const t = useTranslations("board.views");
  const path = usePathname();
  return (
    <nav aria-label={t("label")} className="flex rounded-md border border-line p-px">
      {VIEWS.map(({ href, text, Icon }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={path === href ? "page" : undefined}
          className={clsx(
            "flex h-6 items-center gap-1 rounded-sm px-1.5 text-meta pointer-coarse:h-10 pointer-coarse:px-3",
            // A wide screen has it in the sidebar.
            href === "/inbox" && "md:hidden",
            path === href ? "bg-hover font-medium text-ink" : "text-muted hover:text-ink",
          )}
        >
          <Icon size={14} aria-hidden />
          <span className="max-sm:sr-only">{t(text)}</span>
        </Link>
      ))}
    </nav>
  );
}
