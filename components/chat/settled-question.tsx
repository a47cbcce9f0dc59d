import { CircleQuestionMark } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SettledQuestionView } from "@/lib/views";
import { AnswerLines } from "../decisions/outcome/answer-lines";
import { answerTexts } from "../decisions/outcome/answer-text";
import { closedWords, deliveryWords, settledByWords } from "../decisions/outcome/wording";
import { useDecisionTexts } from "../decisions/use-decision-texts";
import { Ago } from "../ui/age";
import { Markdown } from "../ui/markdown";

/** A question that is no longer open: what was asked, what was answered, by whom, and whether the agent has it. */
export function SettledQuestion({ question }: { question: SettledQuestionView }) {
  const t = useTranslations("chat.settled");
  const answers = answerTexts(question.questions, question.answers);
  return (
    <article
      data-testid="settled-question"
      data-outcome={question.outcome}
      data-delivered={question.delivered}
      className="border-s-2 border-line ps-3"
    >
      <p className="mb-0.5 flex items-center gap-1.5 text-meta text-muted">
        <CircleQuestionMark size={14} className="text-question" aria-hidden />
        <span className="font-medium text-ink">{t("question", { count: question.questions.length })}</span>
        <Ago at={question.created_at} />
      </p>
      <div className="flex flex-col gap-2">
        {question.questions.map((asked, index) => (
          <div key={index}>
            <div className="text-muted">
              <Markdown text={asked.prompt === "" ? t("noText") : asked.prompt} />
            </div>
            {question.outcome === "answered" && answers[index] !== undefined && (
              <div className="mt-1">
                <AnswerLines answer={answers[index]} />
              </div>
            )}
          </div>
        ))}
      </div>
      <Ending question={question} />
    </article>
  );
}

function Ending({ question }: { question: SettledQuestionView }) {
  const texts = useDecisionTexts();
  const closed = closedWords(texts, question.outcome);
  if (closed !== "") return <p className="mt-1 text-meta text-muted">{closed}</p>;
  const by = question.settled_by;
  return (
    <p className="mt-1 text-meta text-muted">
      {settledByWords(texts, question.outcome, by)}
      {by !== null && (
        <>
          {" "}
          <Ago at={by.at} />
        </>
      )}
      {` · ${deliveryWords(texts, question.delivered)}`}
    </p>
  );
}
