import type { SessionSummaryView, TranscriptItem } from "@/lib/views";
import { MessageRow } from "./message-row";
import { SettledPermission } from "./rows/settled-permission";
import { SettledQuestion } from "./settled-question";

interface Props {
  session: SessionSummaryView;
  items: readonly TranscriptItem[];
}

/** Everything said in a session, oldest first, one column. */
export function Transcript({ session, items }: Props) {
  return (
    <ol data-testid="transcript" className="column flex flex-col gap-4 py-4">
      {items.map((item) => (
        <li key={keyOf(item)}>
          <Item item={item} session={session} />
        </li>
      ))}
    </ol>
  );
}

function Item({ item, session }: { item: TranscriptItem; session: SessionSummaryView }) {
  switch (item.kind) {
    case "question":
      return <SettledQuestion question={item.question} />;
    case "permission":
      return <SettledPermission permission={item.permission} />;
    case "message":
      return <MessageRow message={item.message} collected={item.collected} session={session} />;
  }
}

function keyOf(item: TranscriptItem): string {
  switch (item.kind) {
    case "question":
      return `question-${item.question.pending_id}`;
    case "permission":
      return `permission-${item.permission.message_id}`;
    case "message":
      return item.message.id;
  }
}
