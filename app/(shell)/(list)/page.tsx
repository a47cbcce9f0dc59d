import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { PhoneMenu } from "@/components/shell/phone-menu";
import { parseTheme, THEME_COOKIE } from "@/components/shell/theme";
import { Wordmark } from "@/components/shell/wordmark";
import { EmptyTasks } from "@/components/tasks/empty-tasks";
import { TaskList } from "@/components/tasks/task-list";
import { TaskViews } from "@/components/tasks/task-views";
import { Texts } from "@/components/ui/texts";
import { buttonClass } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { shellMe, shellTasks } from "../shell-data";

export async function generateMetadata(): Promise<Metadata> {
  const [tasks, t] = await Promise.all([shellTasks(), getTranslations("shell")]);
  const blocked = tasks.filter((task) => task.task_pending_action !== null).length;
  return { title: blocked === 0 ? t("tasks") : `(${blocked}) ${t("tasks")}` };
}

/** The task list: who is blocked, since when and on what. */
export default async function TasksPage() {
  const [tasks, me, jar, t] = await Promise.all([
    shellTasks(),
    shellMe(),
    cookies(),
    getTranslations("shell"),
  ]);
  return (
    <div className="mx-auto max-w-5xl">
      <header className="sticky top-0 z-10 flex h-11 items-center gap-2 bg-canvas px-4 pointer-coarse:h-14">
        <span className="md:hidden">
          <Wordmark />
        </span>
        <h1 className="font-semibold max-md:sr-only">{t("tasks")}</h1>
        {tasks.length > 0 && (
          <Texts of={["board"]}>
            <TaskViews />
          </Texts>
        )}
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
            {t("newTask")}
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
