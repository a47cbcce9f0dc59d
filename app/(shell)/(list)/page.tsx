import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { PhoneMenu } from "@/components/shell/phone-menu";
import { parseTheme, THEME_COOKIE } from "@/components/shell/theme";
import { Wordmark } from "@/components/shell/wordmark";
import { EmptyTasks } from "@/components/tasks/empty-tasks";
import { TaskList } from "@/components/tasks/task-list";
import { TaskViews } from "@/components/tasks/task-views";
import { buttonClass } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { shellMe, shellTasks } from "../shell-data";

export async function generateMetadata(): Promise<Metadata> {
  const blocked = (await shellTasks()).filter((task) => task.task_pending_action !== null).length;
  return { title: blocked === 0 ? "Tasks" : `(${blocked}) Tasks` };
}

/** The task list: who is blocked, since when and on what. */
export default async function TasksPage() {
  const [tasks, me, jar] = await Promise.all([shellTasks(), shellMe(), cookies()]);
  return (
    <div className="mx-auto max-w-5xl">
      <header className="sticky top-0 z-10 flex h-11 items-center gap-2 bg-canvas px-4 pointer-coarse:h-14">
        <span className="md:hidden">
          <Wordmark />
        </span>
        <h1 className="font-semibold max-md:sr-only">Tasks</h1>
        {tasks.length > 0 && <TaskViews />}
        <span className="flex-1" />
        {tasks.length > 0 && (
          <Link
            href="/new"
            prefetch={false}
            data-testid="new-task"
            aria-keyshortcuts="n"
            className={buttonClass("primary")}
          >
            <Plus size={16} aria-hidden />
            New task
            <Kbd>n</Kbd>
          </Link>
        )}
        <span className="-me-2 md:hidden">
          <PhoneMenu me={me} theme={parseTheme(jar.get(THEME_COOKIE)?.value)} />
        </span>
      </header>
      {tasks.length === 0 ? <EmptyTasks /> : <TaskList tasks={tasks} />}
    </div>
  );
}
