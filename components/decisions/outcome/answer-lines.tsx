import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AnswerText } from "./answer-text";

/** What was chosen and what was said, for one question. */
export function AnswerLines({ answer }: { answer: AnswerText }) {
  const t = useTranslations("decisions.outcome");
  if (answer.labels.length === 0 && answer.text === "") return <p className="text-muted">{t("noAnswer")}</p>;
  return (
    <div className="flex flex-col gap-1">
      {answer.labels.length > 0 && (
        <p className="flex gap-1.5">
          <Check size={14} className="mt-[3px] shrink-0 text-good" aria-hidden />
          <span className="prose-text min-w-0 font-medium">{answer.labels.join(", ")}</span>
        </p>
      )}
      {answer.text !== "" && (
        <blockquote className="prose-text border-s-2 border-line-strong ps-2.5">{answer.text}</blockquote>
      )}
    </div>
  );
}
