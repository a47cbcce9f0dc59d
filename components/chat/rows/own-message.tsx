import { useTranslations } from "next-intl";
import type { MessageView, SessionSummaryView } from "@/lib/views";
import type { Translate } from "@/lib/i18n/translate";
import { hasEnded } from "../../tasks/words";
import { Byline } from "./byline";

interface Props {
  message: MessageView;
  collected: boolean;
  session: SessionSummaryView;
}

/** What a person wrote, and whether the agent has it where that is not plain. */
export function OwnMessage({ message, collected, session }: Props) {
  const t = useTranslations("chat");
  return (
    <article className="rounded-md bg-panel px-3 py-2" data-testid="own-message" data-collected={collected}>
      <Byline who={t("row.you")} at={message.created_at} note={noteOf(t, collected, session)} />
      <p className="prose-text">{message.content}</p>
    </article>
  );
}

function noteOf(
  t: Translate<"chat">,
  collected: boolean,
  { agent, state }: SessionSummaryView,
): string | undefined {
  if (agent === "external") return t(collected ? "row.collected" : "row.uncollected");
  return !collected && hasEnded(state) ? t("row.neverGot") : undefined;
}
