import { Ban, ChevronRight, CircleCheck, CircleX, LoaderCircle, type LucideIcon, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { actionSchema, actionView } from "@/lib/chat/permission-row";
import type { MessageView } from "@/lib/views";
import { ActionIcon } from "../../decisions/permission/action-icon";
import { actionSubject } from "../../decisions/permission/action-words";
import { VisibleText } from "../../decisions/permission/visible-text";
import { Ago } from "../../ui/age";

const toolCall = z.object({
  tool_call_id: z.string(),
  kind: z.string().catch("other"),
  status: z.enum(["pending", "in_progress", "completed", "failed", "ended"]),
  action: actionSchema.transform(actionView),
  output: z.string().catch(""),
});
type Status = z.output<typeof toolCall>["status"];

const STATUS: Record<Status, { readonly icon: LucideIcon; readonly look: string }> = {
  pending: { icon: LoaderCircle, look: "text-muted" },
  in_progress: { icon: LoaderCircle, look: "text-accent-text animate-spin" },
  completed: { icon: CircleCheck, look: "text-good" },
  failed: { icon: CircleX, look: "text-bad" },
  ended: { icon: Ban, look: "text-muted" },
};

/** What an agent did with a tool: the line says what and how it went, folded out is what went in and came out. */
export function ToolCall({ message }: { message: MessageView }) {
  const t = useTranslations("chat.tool");
  const decisions = useTranslations("decisions.subject");
  const parsed = toolCall.safeParse(message.metadata);
  if (!parsed.success) return <Unknown message={message} />;
  const { kind, status, output, action } = parsed.data;
  const { icon: StatusIcon, look } = STATUS[status];
  const subject = actionSubject(action);
  const title = message.content === "" ? subject.text || t("call") : message.content;
  return (
    <details className="group text-meta text-muted" data-testid="tool-call" data-status={status}>
      <summary className="flex list-none items-center gap-1.5 rounded-sm pointer-coarse:-my-2 pointer-coarse:min-h-11">
        <ChevronRight size={14} className="shrink-0 group-open:rotate-90" aria-hidden />
        <ActionIcon type={action.type} kind={kind} />
        <span dir="auto" className="min-w-0 truncate font-mono text-ink">
          {title.split("\n")[0]}
        </span>
        <span className="ms-auto flex shrink-0 items-center gap-1.5 ps-2">
          <StatusIcon size={14} className={look} aria-hidden />
          {t(`status.${status}`)}
          <Ago at={message.updated_at} className="min-w-14 text-end max-sm:hidden" />
        </span>
      </summary>
      <div className="mt-1 ms-[7px] pointer-coarse:mt-3 flex flex-col gap-1.5 border-s border-line ps-3">
        <Part label={decisions(subject.label)} text={subject.text === "" ? title : subject.text} />
        {action.cwd !== undefined && <Where label="in" text={action.cwd} />}
        {action.server !== undefined && <Where label="server" text={action.server} />}
        {action.description !== undefined && action.description !== title && (
          <p className="prose-text">
            <VisibleText text={action.description} />
          </p>
        )}
        {action.redacted && <p>{t("masked")}</p>}
        {output === "" ? (
          <p>{t(status === "completed" || status === "failed" ? "noOutput" : "noOutputYet")}</p>
        ) : (
          <Part label={t("output")} text={output} />
        )}
      </div>
    </details>
  );
}

function Part({ label, text: content }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-xs">{label}</p>
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="ltr"
        className="max-h-80 overflow-auto rounded-md border border-line bg-panel p-2 font-mono break-words whitespace-pre-wrap text-ink"
      >
        <VisibleText text={content} />
      </pre>
    </div>
  );
}

function Where({ label, text: content }: { label: "in" | "server"; text: string }) {
  const t = useTranslations("chat.tool");
  return (
    <p>
      {t.rich(label, {
        text: () => (
          <bdi className="font-mono text-ink">
            <VisibleText text={content} />
          </bdi>
        ),
      })}
    </p>
  );
}

/** A tool call as some other program wrote it. */
function Unknown({ message }: { message: MessageView }) {
  const t = useTranslations("chat.tool");
  const details = Object.keys(message.metadata).length === 0 ? "" : JSON.stringify(message.metadata, null, 2);
  const line = (
    <>
      <Wrench size={14} className="shrink-0" aria-hidden />
      <span className="min-w-0 truncate font-mono">
        {message.content === "" ? t("call") : message.content}
      </span>
      <Ago at={message.created_at} className="ms-auto ps-2" />
    </>
  );
  if (details === "") return <p className="flex items-center gap-1.5 text-meta text-muted">{line}</p>;
  return (
    <details className="group text-meta text-muted">
      <summary className="flex list-none items-center gap-1.5 rounded-sm pointer-coarse:-my-2 pointer-coarse:min-h-11">
        <ChevronRight size={14} className="shrink-0 group-open:rotate-90" aria-hidden />
        {line}
      </summary>
      <pre
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto rounded-md border border-line bg-panel p-2 font-mono"
      >
        {details}
      </pre>
    </details>
  );
}
