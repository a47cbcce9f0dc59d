import { clsx } from "clsx";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import type { InboxItemView } from "@/lib/views";

export const KINDS = ["all", "question", "permission", "later", "history"] as const;
export type InboxView = (typeof KINDS)[number];

/** What of the inbox is shown. */
export interface InboxFilter {
  readonly view: InboxView;
  /** '' for all. */
  readonly workspaceId: string;
}

export const inboxPath = ({ view, workspaceId }: InboxFilter): string => {
  const query = new URLSearchParams({
    ...(view !== "all" && { view }),
    ...(workspaceId !== "" && { workspace: workspaceId }),
  }).toString();
  return query === "" ? "/inbox" : `/inbox?${query}`;
};

/** Whether something that waits is shown. What is put aside is only shown under "later". */
export const passes = (item: InboxItemView, { view, workspaceId }: InboxFilter): boolean =>
  (view === "later") === (item.snoozed_until !== "") &&
  (view !== "question" && view !== "permission" ? true : item.kind === view) &&
  (workspaceId === "" || item.task.workspace_id === workspaceId);

interface Props {
  filter: InboxFilter;
  items: readonly InboxItemView[];
}

/** The filters, each with how much it would show. */
export async function InboxFilters({ filter, items }: Props) {
  const t = await getTranslations("inbox");
  const workspaces = new Map(
    items
      .filter(({ task }) => task.workspace_id !== "")
      .map(({ task }) => [task.workspace_id, task.workspace_name || task.workspace_id]),
  );
  const link = (next: InboxFilter, label: string, current: boolean) => (
    <li key={inboxPath(next)}>
      <Link
        href={inboxPath(next)}
        prefetch={false}
        aria-current={current ? "page" : undefined}
        className={clsx(
          "flex h-7 items-center gap-1 rounded-md px-2 whitespace-nowrap pointer-coarse:h-11",
          current ? "bg-hover font-medium text-ink" : "text-muted hover:text-ink",
        )}
      >
        {label}
        {next.view !== "history" && (
          <span className="text-xs tabular-nums">{items.filter((item) => passes(item, next)).length}</span>
        )}
      </Link>
    </li>
  );
  return (
    <nav aria-label={t("filters")} className="flex flex-wrap gap-x-4 px-2 pb-1.5">
      <ul className="flex flex-wrap">
        {KINDS.map((view) => link({ ...filter, view }, t(`views.${view}`), filter.view === view))}
      </ul>
      {(workspaces.size > 1 || filter.workspaceId !== "") && (
        <ul className="flex flex-wrap" aria-label={t("workspaces")}>
          {[["", t("everyWorkspace")] as const, ...workspaces].map(([id, name]) =>
            link({ ...filter, workspaceId: id }, name, filter.workspaceId === id),
          )}
        </ul>
      )}
    </nav>
  );
}
