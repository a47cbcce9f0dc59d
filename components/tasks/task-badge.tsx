import { clsx } from "clsx";
import { CircleQuestionMark, Dot, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PendingAction } from "@/lib/views";

/** What a task waits for as an icon: shape and colour both tell a question from a permission. */
export function PendingIcon({ action, size = 16 }: { action: PendingAction | null; size?: number }) {
  if (action === "clarification") {
    return <CircleQuestionMark size={size} className="shrink-0 text-question" aria-hidden />;
  }
  if (action === "permission") {
    return <ShieldAlert size={size} className="shrink-0 text-permission" aria-hidden />;
  }
  return <Dot size={size} className="shrink-0 text-muted" aria-hidden />;
}

/** The same with a word beside it. */
export function TaskBadge({ action }: { action: PendingAction }) {
  const t = useTranslations("tasks.pending");
  return (
    <span
      data-testid="task-badge"
      data-action={action}
      className={clsx(
        "inline-flex shrink-0 items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium",
        action === "permission" ? "bg-permission-soft text-permission" : "bg-question-soft text-question",
      )}
    >
      <PendingIcon action={action} size={12} />
      {t(action)}
    </span>
  );
}
