import { History } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { Inbox } from "@/components/inbox/inbox";
import {
  InboxFilters,
  type InboxFilter,
  inboxPath,
  type InboxView,
  KINDS,
  passes,
} from "@/components/inbox/inbox-filters";
import { InboxHistory } from "@/components/inbox/inbox-history";
import { NotifySwitch } from "@/components/notify/notify-switch";
import { BackToTasks } from "@/components/shell/page-header";
import { buttonClass } from "@/components/ui/button";
import { Markdown } from "@/components/ui/markdown";
import { Texts } from "@/components/ui/texts";
import { pageRead } from "@/lib/http/page-context";
import { listHistory } from "@/lib/inbox/list-history";
import { shellInbox } from "../shell-data";

/** What was decided lately; an open entry learns from it what became of it. */
const RECENT = 25;
const MOST = 1600;

export async function generateMetadata(): Promise<Metadata> {
  const [t, items] = await Promise.all([getTranslations("inbox"), shellInbox()]);
  const count = items.filter(({ snoozed_until }) => snoozed_until === "").length;
  return { title: count === 0 ? t("title") : `(${count}) ${t("title")}` };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

/** Everything that waits for the reader, answerable in place, and what was decided. */
export default async function InboxPage({ searchParams }: { searchParams: Search }) {
  const query = await searchParams;
  const filter = filterOf(query);
  const limit = limitOf(query.limit);
  const [t, items, history] = await Promise.all([
    getTranslations("inbox"),
    shellInbox(),
    pageRead((ctx) => listHistory(ctx, { limit })),
  ]);
  const shown = items.filter((item) => passes(item, filter));
  return (
    <Texts of={["chat", "inbox"]}>
      <div className="mx-auto max-w-5xl">
        <header className="flex h-11 items-center gap-2 ps-1 pe-4 md:ps-4 pointer-coarse:h-14">
          <BackToTasks />
          <h1 className="font-semibold">{t("title")}</h1>
          <span className="flex-1" />
          <NotifySwitch />
        </header>
        <InboxFilters filter={filter} items={items} />
        {filter.view === "history" ? (
          <>
            {history.decisions.length === 0 ? (
              <Empty title={t("noHistory")} text={t("noHistoryText")} />
            ) : (
              <InboxHistory decisions={history.decisions} />
            )}
            {history.has_earlier && limit < MOST && (
              <p className="py-3 text-center">
                <Link
                  href={`${inboxPath(filter)}&limit=${limit * 2}`}
                  replace
                  scroll={false}
                  prefetch={false}
                  className={buttonClass("ghost")}
                >
                  <History size={14} aria-hidden />
                  {t("earlier")}
                </Link>
              </p>
            )}
          </>
        ) : (
          <>
            <Inbox
              key={inboxPath(filter)}
              entries={shown.map((item) => ({
                item,
                prompts:
                  item.kind === "question"
                    ? item.question.questions.map((question, index) => (
                        <Markdown key={index} text={question.prompt} />
                      ))
                    : [],
              }))}
              recent={history.decisions.slice(0, RECENT)}
            />
            {shown.length === 0 ? (
              <Empty title={t("nothing")} text={t("nothingText")} />
            ) : (
              <p className="px-4 py-2 text-xs text-muted max-md:hidden">
                {t.rich("keys", { kbd: (chunks) => <kbd className="font-mono text-ink">{chunks}</kbd> })}
              </p>
            )}
          </>
        )}
      </div>
    </Texts>
  );
}

const Empty = ({ title, text }: { title: string; text: string }) => (
  <div className="column py-16" data-testid="inbox-empty">
    <h2 className="text-lg font-semibold">{title}</h2>
    <p className="mt-1 max-w-prose text-muted">{text}</p>
  </div>
);

function filterOf({ view, workspace }: Awaited<Search>): InboxFilter {
  return {
    view: KINDS.find((kind): kind is InboxView => kind === view) ?? "all",
    workspaceId: typeof workspace === "string" ? workspace : "",
  };
}

function limitOf(limit: string | string[] | undefined): number {
  const asked = typeof limit === "string" && /^\d{1,6}$/.test(limit) ? Number(limit) : RECENT;
  return Math.min(Math.max(asked, RECENT), MOST);
}
