import type { ContentChunk, SessionUpdate, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { App } from "@/lib/app";
import { newId } from "@/lib/ids";
import { presented } from "@/lib/redaction/present-text";
import { type AgentRow, writeAgentRow } from "./write-agent-row";
import { mergeToolCall, type ToolCallState, toolCallRow } from "./tool-call-row";

/** How long text is collected before it is written again: often enough to look alive. */
const FLUSH_MS = 150;
/** An agent that says nothing for so long has ended a word. */
const PAUSE_MS = 1_000;
/** What an agent says in one go is cut into messages of about this many characters. */
const LONGEST_TEXT = 100_000;

type TextType = "message" | "thinking";

interface TextBlock {
  readonly id: string;
  readonly type: TextType;
  readonly messageId: string | undefined;
  text: string;
}

/**
 * Writes what an agent reports (ACP `session/update`) into its session's transcript, in order. Everything is redacted before
 * it leaves this process, text as a whole, so that a credential that comes in two pieces is found: while a message grows
 * its last word is held back.
 */
export class TranscriptWriter {
  #app: App;
  #sessionId: string;
  #taskId: string;
  #block: TextBlock | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause: NodeJS.Timeout | undefined;
  #toolCalls = new Map<string, { readonly id: string; state: ToolCallState }>();
  #planId: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The turn that rows belong to; set by whoever starts one. */
  turnId: string | null = null;

  constructor(app: App, sessionId: string, taskId: string) {
    this.#app = app;
    this.#sessionId = sessionId;
    this.#taskId = taskId;
  }

  update(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return this.#append("message", update);
      case "agent_thought_chunk":
        return this.#append("thinking", update);
      case "tool_call":
      case "tool_call_update":
        return this.#toolCall(update);
      case "plan":
        this.#seal();
        this.#planId ??= newId();
        return this.#write({
          id: this.#planId,
          type: "agent_plan",
          content: "",
          metadata: {
            entries: update.entries.map(({ content, priority, status }) => ({
              content: presented(content),
              priority,
              status,
            })),
          },
        });
      case "user_message_chunk": // what the person wrote is here already
      case "available_commands_update":
      case "current_mode_update":
      case "config_option_update":
      case "session_info_update":
      case "usage_update":
      case "notice":
      case "compaction_update":
      case "compaction_summary_chunk":
        return;
    }
  }

  /** What the agent has reported of a tool call in this turn. */
  toolCall(toolCallId: string): ToolCallState | undefined {
    return this.#toolCalls.get(toolCallId)?.state;
  }

  /** Writes a line of the product's own, such as why an agent ended. */
  status(content: string): void {
    this.#seal();
    this.#write({ id: newId(), type: "status", content, metadata: {} });
  }

  /** What a turn left unfinished is finished with it. */
  endTurn(): void {
    this.#seal();
    this.#planId = undefined;
    for (const { id, state } of this.#toolCalls.values())
      if (state.status === "pending" || state.status === "in_progress")
        this.#write(toolCallRow(id, { ...state, status: "ended" }));
    this.#toolCalls.clear();
  }

  /** Resolves when everything so far is written, or could not be. */
  async flush(): Promise<void> {
    this.#seal();
    await this.#writing;
  }

  #append(type: TextType, { content, messageId }: ContentChunk): void {
    const text = content.type === "text" ? content.text : `[${content.type}]`;
    const block = this.#block;
    const goesOn =
      block?.type === type &&
      (messageId ?? undefined) === block.messageId &&
      block.text.length < LONGEST_TEXT;
    if (goesOn) block.text += text;
    else {
      this.#seal();
      this.#block = { id: newId(), type, messageId: messageId ?? undefined, text };
    }
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      if (this.#block !== undefined) this.#writeText(this.#block, this.#block.text);
    }, PAUSE_MS);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#block !== undefined) this.#writeText(this.#block, withoutLastWord(this.#block.text));
    }, FLUSH_MS);
  }

  #seal(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pause);
    this.#timer = undefined;
    if (this.#block !== undefined) this.#writeText(this.#block, this.#block.text);
    this.#block = undefined;
  }

  #writeText(block: TextBlock, text: string): void {
    if (text.trim() === "") return;
    this.#write({ id: block.id, type: block.type, content: presented(text), metadata: {} });
  }

  #toolCall(update: ToolCallUpdate): void {
    this.#seal();
    const known = this.#toolCalls.get(update.toolCallId);
    const call = { id: known?.id ?? newId(), state: mergeToolCall(known?.state, update) };
    this.#toolCalls.set(update.toolCallId, call);
    this.#write(toolCallRow(call.id, call.state));
  }

  #write(row: AgentRow): void {
    const { turnId } = this;
    this.#writing = this.#writing.then(async () => {
      try {
        await writeAgentRow(this.#app.db, {
          ...row,
          sessionId: this.#sessionId,
          taskId: this.#taskId,
          turnId,
        });
      } catch (error) {
        this.#app.log.error(
          { err: error, session_id: this.#sessionId, type: row.type },
          "what an agent said could not be written",
        );
      }
    });
  }
}

/** No word is held back for longer than so many characters. */
const LONGEST_WORD = 2_000;

/** Looks from the end, and no further than a word is long: this is done again and again while a long text grows. */
function withoutLastWord(text: string): string {
  const tail = text.slice(-LONGEST_WORD);
  return text.slice(0, text.length - tail.length + tail.search(/\S*$/));
}
