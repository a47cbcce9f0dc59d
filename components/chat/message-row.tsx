import { Bot, ChevronRight, ShieldAlert, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageView, SessionSummaryView } from "@/lib/views";
import { Ago } from "../ui/age";
import { Markdown } from "../ui/markdown";

interface Props {
  message: MessageView;
  collected: boolean;
  agent: SessionSummaryView["agent"];
}

/** One message of the transcript, by who wrote it and what it is. */
export function MessageRow({ message, collected, agent }: Props) {
  if (message.author_type === "user")
    return <OwnMessage message={message} collected={collected} agent={agent} />;
  if (message.type === "tool_call") return <ToolCall message={message} />;
  if (message.type === "permission_request") return <Permission message={message} />;
  if (message.type === "status") return <Status message={message} />;
  return (
    <article>
      <Byline icon={<Bot size={14} aria-hidden />} who="Agent" at={message.created_at} />
      <Markdown text={message.content} />
    </article>
  );
}

function Byline({ icon, who, at, note }: { icon?: ReactNode; who: string; at: string; note?: string }) {
  return (
    <p className="mb-0.5 flex items-center gap-1.5 text-meta text-muted">
      {icon}
      <span className="font-medium text-ink">{who}</span>
      <Ago at={at} />
      {note !== undefined && <span>{`· ${note}`}</span>}
    </p>
  );
}

function OwnMessage({ message, collected, agent }: Props) {
  const note = collected ? "collected" : "waiting for the agent to collect it";
  return (
    <article className="rounded-md bg-panel px-3 py-2" data-testid="own-message" data-collected={collected}>
      <Byline who="You" at={message.created_at} note={agent === "external" ? note : undefined} />
      <p className="prose-text">{message.content}</p>
    </article>
  );
}

function Status({ message }: { message: MessageView }) {
  return (
    <p className="flex items-baseline gap-2 text-meta text-muted">
      <span className="prose-text min-w-0">{message.content}</span>
      <Ago at={message.created_at} />
    </p>
  );
}

function ToolCall({ message }: { message: MessageView }) {
  const details = Object.keys(message.metadata).length === 0 ? "" : JSON.stringify(message.metadata, null, 2);
  const line = (
    <>
      <Wrench size={14} className="shrink-0" aria-hidden />
      <span className="min-w-0 truncate font-mono">
        {message.content === "" ? "Tool call" : message.content}
      </span>
      <Ago at={message.created_at} className="ms-auto ps-2" />
    </>
  );
  if (details === "") return <p className="flex items-center gap-1.5 text-meta text-muted">{line}</p>;
  return (
    <details className="group text-meta text-muted">
      <summary className="flex list-none items-center gap-1.5 rounded-sm pointer-coarse:min-h-11">
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

function Permission({ message }: { message: MessageView }) {
  const { status } = message.metadata;
  return (
    <p className="flex items-center gap-1.5 text-meta">
      <ShieldAlert size={14} className="shrink-0 text-permission" aria-hidden />
      <span className="text-muted">Permission:</span>
      <span className="prose-text min-w-0 font-mono">{message.content}</span>
      <span className="text-muted">{`· ${typeof status === "string" && status !== "" ? status : "pending"}`}</span>
    </p>
  );
}
