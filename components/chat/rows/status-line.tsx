import { Info } from "lucide-react";
import type { MessageView } from "@/lib/views";
import { Ago } from "../../ui/age";

/** A line of the product's own, such as why an agent ended. What the agent printed follows in its own lines. */
export function StatusLine({ message }: { message: MessageView }) {
  const [first = "", ...rest] = message.content.split("\n");
  const printed = rest.join("\n").trim();
  return (
    <div className="text-meta text-muted" data-testid="status-line">
      <p className="flex items-start gap-1.5">
        <Info size={14} className="mt-[3px] shrink-0" aria-hidden />
        <span className="prose-text min-w-0">{first}</span>
        <Ago at={message.created_at} className="ms-auto ps-2" />
      </p>
      {printed !== "" && (
        <pre
          tabIndex={0}
          className="mt-1 ms-5 max-h-60 overflow-auto rounded-md border border-line bg-panel p-2 font-mono whitespace-pre-wrap"
        >
          {printed}
        </pre>
      )}
    </div>
  );
}
