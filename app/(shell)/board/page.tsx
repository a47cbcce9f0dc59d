import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Board } from "@/components/board/board";
import { WorkflowBar } from "@/components/board/workflow-bar";
import { BackToTasks } from "@/components/shell/page-header";
import { EmptyTasks } from "@/components/tasks/empty-tasks";
import { TaskViews } from "@/components/tasks/task-views";
import { Texts } from "@/components/ui/texts";
import { AppError } from "@/lib/errors";
import { pageRead } from "@/lib/http/page-context";
import { getBoard } from "@/lib/workflows/get-board";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("board");
  return { title: t("title") };
}

type Search = Promise<{ readonly workspace?: string | string[]; readonly workflow?: string | string[] }>;

const one = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The tasks of a workflow, step by step. */
export default async function BoardPage({ searchParams }: { searchParams: Search }) {
  const [t, { workspace, workflow }] = await Promise.all([getTranslations("board"), searchParams]);
  const board = await read(one(workspace), one(workflow));
  return (
    <Texts of={["board"]}>
      <div className="flex h-full flex-col">
        <header className="flex h-11 shrink-0 items-center gap-2 ps-1 pe-4 md:ps-4 pointer-coarse:h-14">
          <BackToTasks />
          <h1 dir="auto" className="min-w-0 truncate font-semibold">
            {board?.workflow.name ?? t("title")}
          </h1>
          <TaskViews />
          <span className="flex-1" />
          {board !== null && <WorkflowBar board={board} />}
        </header>
        {board === null ? <EmptyTasks /> : <Board board={board} />}
      </div>
    </Texts>
  );
}

async function read(workspaceId: string | undefined, workflowId: string | undefined) {
  try {
    return await pageRead((ctx) => getBoard(ctx, { workspaceId, workflowId }));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
