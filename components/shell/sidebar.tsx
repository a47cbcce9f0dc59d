import { Inbox, ListTodo, Plus, Settings, SquareKanban } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { MeView, TaskListItemView } from "@/lib/views";
import { LinkPending } from "../tasks/link-pending";
import { PendingIcon } from "../tasks/task-badge";
import { LanguageSelect } from "./language-select";
import { SidebarAccount } from "./sidebar-account";
import { SidebarLink } from "./sidebar-link";
import type { Theme } from "./theme";
import { ThemeSwitch } from "./theme-switch";
import { Wordmark } from "./wordmark";

interface Props {
  tasks: readonly TaskListItemView[];
  /** How much is in the inbox and not put aside. */
  waiting: number;
  /** Who is signed in; null on a server without accounts. */
  me: MeView | null;
  theme: Theme;
}

/** Where one is and who is blocked, beside every page on a wide screen. */
export function Sidebar({ tasks, waiting, me, theme }: Props) {
  const t = useTranslations("shell");
  const pending = useTranslations("tasks.pending");
  const blocked = tasks.filter((task) => task.task_pending_action !== null).length;
  return (
    <aside className="flex w-60 shrink-0 flex-col border-e border-line bg-panel max-md:hidden">
      <div className="flex h-11 items-center justify-between ps-4 pe-2">
        <Wordmark />
        <Link
          href="/new"
          prefetch={false}
          aria-label={t("newTask")}
          aria-keyshortcuts="n"
          title={t("newTaskKey")}
          className="flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <Plus size={16} aria-hidden />
        </Link>
      </div>
      <nav aria-label={t("main")} className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-2 py-1">
        <SidebarLink href="/inbox">
          <Inbox size={16} className="shrink-0" aria-hidden />
          {t("inbox")}
          {waiting > 0 && (
            <span data-testid="inbox-count" className="ms-auto text-xs font-medium text-ink tabular-nums">
              {t("waiting", { count: waiting })}
            </span>
          )}
        </SidebarLink>
        <SidebarLink href="/">
          <ListTodo size={16} className="shrink-0" aria-hidden />
          {t("tasks")}
          {blocked > 0 && (
            <span className="ms-auto text-xs font-medium text-ink tabular-nums">
              {t("blocked", { count: blocked })}
            </span>
          )}
        </SidebarLink>
        <SidebarLink href="/board">
          <SquareKanban size={16} className="shrink-0" aria-hidden />
          {t("board")}
        </SidebarLink>
        <ul className="mt-1 flex flex-col gap-px" aria-label={t("tasks")}>
          {tasks.map((task) => (
            <li key={task.id}>
              <SidebarLink href={`/tasks/${encodeURIComponent(task.id)}`}>
                <PendingIcon action={task.task_pending_action} />
                {task.task_pending_action !== null && (
                  <span className="sr-only">{`${pending(task.task_pending_action)}:`}</span>
                )}
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {task.title}
                </span>
                <LinkPending />
              </SidebarLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-px border-t border-line px-2 py-1">
        <SidebarLink href="/settings/tokens" under="/settings/">
          <Settings size={16} className="shrink-0" aria-hidden />
          {t("settings")}
        </SidebarLink>
        {me !== null && <SidebarAccount me={me} />}
        <div className="flex items-center justify-between gap-2">
          <ThemeSwitch initial={theme} />
          <LanguageSelect />
        </div>
      </div>
    </aside>
  );
}
