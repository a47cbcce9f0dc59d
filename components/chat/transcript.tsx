import type { SessionSummaryView, TranscriptItem } from "@/lib/views";
import { MessageRow } from "./message-row";
import { SettledQuestion } from "./settled-question";

interface Props {
  session: SessionSummaryView;
  items: readonly TranscriptItem[];
}

/** Everything said in a session, oldest first, one column. */
export function Transcript({ session, items }: Props) {
  return (
    <ol data-testid="transcript" className="column flex flex-col gap-4 py-4">
      {items.map((item) =>
        item.kind === "question" ? (
          <li key={`question-${item.question.pending_id}`}>
            <SettledQuestion question={item.question} />
          </li>
        ) : (
          <li key={item.message.id}>
            <MessageRow message={item.message} collected={item.collected} agent={session.agent} />
          </li>
        ),
      )}
    </ol>
  );
}
