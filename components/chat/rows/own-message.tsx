import type { MessageView, SessionSummaryView } from "@/lib/views";
import { hasEnded } from "../../tasks/words";
import { Byline } from "./byline";

interface Props {
  message: MessageView;
  collected: boolean;
  session: SessionSummaryView;
}

/** What a person wrote, and whether the agent has it where that is not plain. */
export function OwnMessage({ message, collected, session }: Props) {
  return (
    <article className="rounded-md bg-panel px-3 py-2" data-testid="own-message" data-collected={collected}>
      <Byline who="You" at={message.created_at} note={noteOf(collected, session)} />
      <p className="prose-text">{message.content}</p>
    </article>
  );
}

function noteOf(collected: boolean, { agent, state }: SessionSummaryView): string | undefined {
  if (agent === "external") return collected ? "collected" : "waiting for the agent to collect it";
  return !collected && hasEnded(state) ? "the agent never got it" : undefined;
}
