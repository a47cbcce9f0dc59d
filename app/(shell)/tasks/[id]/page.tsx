import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { TaskChat } from "@/components/chat/task-chat";
import { Texts } from "@/components/ui/texts";
import { getTaskPage } from "@/lib/chat/get-task-page";
import { AppError } from "@/lib/errors";
import { pageRead } from "@/lib/http/page-context";
import type { TaskPageView } from "@/lib/views";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const FIRST_LIMIT = 200;
const MOST_LIMIT = 5000;

/** Reads the page once for its title and its content; what does not exist or is not the caller's is a 404. */
const taskPage = cache(async (taskId: string, sessionId: string, limit: number): Promise<TaskPageView> => {
  try {
    const input = sessionId === "" ? { taskId, limit } : { taskId, sessionId, limit };
    return await pageRead((ctx) => getTaskPage(ctx, input));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});

async function read({ params, searchParams }: Props) {
  const [{ id }, { session, limit }] = await Promise.all([params, searchParams]);
  const sessionId = typeof session === "string" ? session : "";
  const shown = clampLimit(limit);
  return { id, sessionId, limit: shown, page: await taskPage(decodeId(id), sessionId, shown) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await read(props);
  const waiting = page.open_questions.length + page.open_permissions.length;
  return { title: waiting === 0 ? page.task.title : `(${waiting}) ${page.task.title}` };
}

export default async function TaskPage(props: Props) {
  const { id, sessionId, limit, page } = await read(props);
  const query = new URLSearchParams({
    ...(sessionId === "" ? {} : { session: sessionId }),
    limit: `${limit * 2}`,
  });
  const more = page.has_earlier && limit < MOST_LIMIT;
  return (
    <Texts of={["chat"]}>
      <TaskChat page={page} earlierHref={more ? `/tasks/${id}?${query}` : ""} />
    </Texts>
  );
}

function clampLimit(limit: string | string[] | undefined): number {
  const asked = typeof limit === "string" && /^\d{1,6}$/.test(limit) ? Number(limit) : FIRST_LIMIT;
  return Math.min(Math.max(asked, FIRST_LIMIT), MOST_LIMIT);
}

/** Next passes the segment as it stands in the address. */
function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    notFound();
  }
}
