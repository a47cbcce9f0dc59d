import type { Waiting } from "@/lib/client/notify";
import type { InboxItemView } from "@/lib/views";

/** As long as a notification shows. */
const SHOWN = 200;

/** What a notification says of something that waits. What leaves the server is redacted already (PR8). */
export const noticeOf = (item: InboxItemView): Waiting => ({
  id: item.id,
  taskId: item.task.id,
  title: item.task.title,
  text: (item.kind === "question"
    ? (item.question.questions[0]?.prompt ?? "")
    : (item.permission.action.command ?? item.permission.title)
  ).slice(0, SHOWN),
});
