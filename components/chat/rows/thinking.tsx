import { Brain, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MessageView } from "@/lib/views";
import { Ago } from "../../ui/age";
import { Markdown } from "../../ui/markdown";

/** What an agent thought, folded away: its first line says enough for most readers. */
export function Thinking({ message }: { message: MessageView }) {
  const t = useTranslations("chat.row");
  return (
    <details className="group text-meta text-muted" data-testid="thinking">
      <summary className="flex list-none items-center gap-1.5 rounded-sm pointer-coarse:-my-2 pointer-coarse:min-h-11">
        <ChevronRight size={14} className="shrink-0 group-open:rotate-90" aria-hidden />
        <Brain size={14} className="shrink-0" aria-hidden />
        <span className="shrink-0">{t("thought")}</span>
        <span dir="auto" className="min-w-0 truncate italic group-open:invisible">
          {message.content.trim().split("\n")[0]}
        </span>
        <Ago at={message.created_at} className="ms-auto ps-2" />
      </summary>
      <div className="mt-1 ms-[7px] pointer-coarse:mt-3 border-s border-line ps-3">
        <Markdown text={message.content} />
      </div>
    </details>
  );
}
