import Link from "next/link";
import { useTranslations } from "next-intl";
import type { TaskListItemView } from "@/lib/views";
import { Age, Ago } from "../ui/age";
import { LinkPending } from "./link-pending";
import { PendingIcon, TaskBadge } from "./task-badge";
import { stateWords } from "./words";

/** The tasks, blocked ones first as the server orders them. */
export function TaskList({ tasks }: { tasks: readonly TaskListItemView[] }) {
  const workspaces = new Set(tasks.map((task) => task.workspace_id));
  return (
    <ul className="border-t border-line">
      {tasks.map((task) => (
        <li key={task.id} className="border-b border-line">
          <TaskRow task={task} showWorkspace={workspaces.size > 1} />
        </li>
      ))}
    </ul>
  );
}

function TaskRow({ task, showWorkspace }: { task: TaskListItemView; showWorkspace: boolean }) {
  const t = useTranslations("tasks");
  const common = useTranslations("common");
  const blocked = task.task_pending_action;
  return (
    <Link
      href={`/tasks/${encodeURIComponent(task.id)}`}
      prefetch={false}
      data-testid="task-row"
      data-task-id={task.id}
      className="flex items-start gap-2.5 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:py-3"
    >
      <span className="flex h-5 items-center">
        <PendingIcon action={blocked} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {task.title}
          </span>
          {showWorkspace && task.workspace_name !== "" && (
            <span dir="auto" className="max-w-32 truncate text-xs text-muted">
              {task.workspace_name}
            </span>
          )}
        </span>
        {task.blocked_on !== "" && (
          <span dir="auto" className="block truncate text-muted">
            {task.blocked_on}
          </span>
        )}
        {blocked === null && (
          <span className="flex gap-1.5 text-meta text-muted sm:hidden">
            {stateWords(t, task.state)}
            <Ago at={task.updated_at} />
          </span>
        )}
      </span>
      <LinkPending className="mt-[3px]" />
      {blocked === null ? (
        <span className="flex shrink-0 gap-3 text-meta text-muted max-sm:hidden">
          {stateWords(t, task.state)}
          <Ago at={task.updated_at} className="min-w-16 text-end" />
        </span>
      ) : (
        <span className="flex shrink-0 flex-col items-end gap-1 text-meta text-muted sm:flex-row sm:items-center sm:gap-3">
          {task.blocked_since !== "" && (
            <span>
              {common.rich("blocked", {
                word: (text) => <span className="max-sm:sr-only">{text}</span>,
                age: () => <Age since={task.blocked_since} />,
              })}
            </span>
          )}
          <TaskBadge action={blocked} />
        </span>
      )}
    </Link>
  );
}
