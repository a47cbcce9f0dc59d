import { Bot } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MessageView, SessionSummaryView } from "@/lib/views";
import { Markdown } from "../ui/markdown";
import { Byline } from "./rows/byline";
import { OwnMessage } from "./rows/own-message";
import { Plan } from "./rows/plan";
import { StatusLine } from "./rows/status-line";
import { Thinking } from "./rows/thinking";
import { ToolCall } from "./rows/tool-call";

interface Props {
  message: MessageView;
  collected: boolean;
  session: SessionSummaryView;
}

/** One message of the transcript, by who wrote it and what it is. */
export function MessageRow({ message, collected, session }: Props) {
  const t = useTranslations("chat.row");
  if (message.author_type === "user")
    return <OwnMessage message={message} collected={collected} session={session} />;
  switch (message.type) {
    case "tool_call":
      return <ToolCall message={message} />;
    case "thinking":
      return <Thinking message={message} />;
    case "agent_plan":
      return <Plan message={message} />;
    case "status":
      return <StatusLine message={message} />;
    default:
      return (
        <article>
          <Byline
            icon={<Bot size={14} aria-hidden />}
            who={session.agent_name === "" ? t("agent") : session.agent_name}
            at={message.created_at}
          />
          <Markdown text={message.content} />
        </article>
      );
  }
}
