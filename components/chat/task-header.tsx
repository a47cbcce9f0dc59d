import { useTranslations } from "next-intl";
import type { TaskPageView } from "@/lib/views";
import { BackToTasks } from "../shell/page-header";
import { TaskBadge } from "../tasks/task-badge";
import { hasEnded, stateWords } from "../tasks/words";
import { Ago } from "../ui/age";
import { SessionMenu } from "./session-menu";

/** Title, state, agent and age of a task, in one row that stays. */
export function TaskHeader({ page }: { page: TaskPageView }) {
  const t = useTranslations("chat.header");
  const tasks = useTranslations("tasks");
  const { task, session, sessions } = page;
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line ps-1 pe-2 md:ps-4">
      <BackToTasks />
      <h1 dir="auto" className="min-w-0 truncate font-semibold" title={task.title}>
        {task.title}
      </h1>
      {page.workspace_name !== "" && (
        <span dir="auto" className="max-w-40 truncate text-meta text-muted max-lg:hidden">
          {page.workspace_name}
        </span>
      )}
      <span className="flex-1" />
      {task.task_pending_action !== null && <TaskBadge action={task.task_pending_action} />}
      <p className="shrink-0 text-meta text-muted max-sm:hidden" data-testid="task-state">
        {stateWords(tasks, session?.state ?? task.state)}
        {session !== null && <AgentWords page={page} />}
      </p>
      <span className="shrink-0 text-meta text-muted max-lg:hidden">
        {t.rich("created", { age: () => <Ago at={task.created_at} /> })}
      </span>
      <SessionMenu taskId={task.id} session={session} sessions={sessions} profiles={page.agent_profiles} />
    </header>
  );
}

function AgentWords({ page: { session } }: { page: TaskPageView }) {
  const t = useTranslations("chat.header");
  if (session === null) return null;
  if (session.agent === "launched")
    return (
      <>
        {" · "}
        <bdi>{session.agent_name === "" ? t("ownAgent") : session.agent_name}</bdi>
      </>
    );
  if (hasEnded(session.state)) return null;
  if (session.connected_at === "") return ` · ${t("notConnected")}`;
  return (
    <>
      {" · "}
      {t.rich("connected", { age: () => <Ago at={session.connected_at} /> })}
    </>
  );
}
