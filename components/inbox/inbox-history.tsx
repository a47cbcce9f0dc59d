import { getTranslations } from "next-intl/server";
import Link from "next/link";
import type { InboxDecisionView } from "@/lib/views";
import { SettledPermission } from "../chat/rows/settled-permission";
import { SettledQuestion } from "../chat/settled-question";

/** What was decided: for which task, what, by whom and from where. */
export async function InboxHistory({ decisions }: { decisions: readonly InboxDecisionView[] }) {
  const t = await getTranslations("inbox");
  return (
    <ol className="border-t border-line" aria-label={t("views.history")} data-testid="inbox-history">
      {decisions.map((decision) => {
        const id =
          decision.kind === "question" ? decision.question.pending_id : decision.permission.message_id;
        return (
          <li key={id} className="border-b border-line px-4 py-3" data-testid="inbox-decision">
            <Link
              href={`/tasks/${encodeURIComponent(decision.task.id)}`}
              prefetch={false}
              dir="auto"
              className="mb-1 inline-block max-w-full truncate font-medium hover:underline"
            >
              {decision.task.title || t("noTask")}
            </Link>
            {decision.kind === "question" ? (
              <SettledQuestion question={decision.question} />
            ) : (
              <SettledPermission permission={decision.permission} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
