import { Circle, CircleCheck, CircleDot, ListChecks, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { z } from "zod";
import type { MessageView } from "@/lib/views";
import { Ago } from "../../ui/age";

const planSchema = z.object({
  entries: z.array(
    z.object({ content: z.string(), priority: z.string().catch(""), status: z.string().catch("pending") }),
  ),
});

const STEPS = {
  completed: { icon: CircleCheck, look: "text-good" },
  in_progress: { icon: CircleDot, look: "text-accent-text" },
  pending: { icon: Circle, look: "text-muted" },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly look: string }>;

const stepOf = (status: string): keyof typeof STEPS =>
  status === "completed" || status === "in_progress" ? status : "pending";

/** What the agent means to do, as a list that it ticks off. */
export function Plan({ message }: { message: MessageView }) {
  const t = useTranslations("chat.plan");
  const plan = planSchema.safeParse(message.metadata);
  const entries = plan.success ? plan.data.entries : [];
  const done = entries.filter(({ status }) => status === "completed").length;
  return (
    <section aria-label={t("label")} data-testid="agent-plan" className="border-s-2 border-line ps-3">
      <p className="flex items-center gap-1.5 text-meta text-muted">
        <ListChecks size={14} className="shrink-0" aria-hidden />
        <span className="font-medium text-ink">{t("title")}</span>
        <span className="tabular-nums">{t("done", { done, total: entries.length })}</span>
        <Ago at={message.updated_at} className="ms-auto ps-2" />
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {entries.map(({ content, status, priority }, index) => {
          const step = stepOf(status);
          const { icon: Icon, look } = STEPS[step];
          return (
            <li key={index} className="flex items-start gap-2" data-status={status}>
              <Icon size={16} className={`mt-0.5 shrink-0 ${look}`} aria-hidden />
              <span className="sr-only">{`${t(`step.${step}`)}:`}</span>
              <span className={`prose-text min-w-0 ${status === "completed" ? "text-muted" : ""}`}>
                {content}
              </span>
              {priority === "high" && (
                <span className="mt-0.5 shrink-0 text-xs text-permission">{t("important")}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
