import { setTimeout as sleep } from "node:timers/promises";
import {
  type AgentContext,
  methods,
  type PermissionOption,
  type PlanEntry,
  type SessionUpdate,
  type ToolCall,
} from "@agentclientprotocol/sdk";
import { type Asked, askPerson, type Endpoint } from "./ask-person";
import type { DemoAsk } from "./asks";

/** A tool call that is only told about: the demo does none of them. */
export type PretendedCall = Pick<ToolCall, "title" | "kind" | "rawInput" | "locations">;

/** What a person decided about a call; `nobody`: its prompt was withdrawn. */
export type Decision = "once" | "always" | "remembered" | "denied" | "nobody";

/** What the demo agent knows of an ACP session, for as long as its process lives. */
export interface DemoSession {
  readonly id: string;
  readonly endpoint: Endpoint | undefined;
  /** Titles of the calls that a person has allowed for good. */
  readonly allowed: Set<string>;
  /** What came of this run so far, for its summary. */
  notes: string[];
  /** Nothing was said in it yet. */
  fresh: boolean;
}

const OPTIONS: PermissionOption[] = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
  { optionId: "reject-once", name: "Deny", kind: "reject_once" },
];

/** One turn of the demo agent: what it can say, show and ask. Everything rejects once the turn is cancelled. */
export class Turn {
  readonly session: DemoSession;
  #client: AgentContext;
  #signal: AbortSignal;

  constructor(client: AgentContext, session: DemoSession, signal: AbortSignal) {
    this.#client = client;
    this.session = session;
    this.#signal = signal;
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal });
  }

  async say(text: string): Promise<void> {
    await this.#update({
      sessionUpdate: "agent_message_chunk",
      messageId: crypto.randomUUID(),
      content: { type: "text", text },
    });
  }

  async think(text: string): Promise<void> {
    await this.#update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
  }

  /** Shows the whole plan anew; those before `current` are done. */
  async plan(contents: readonly string[], current: number): Promise<void> {
    const status = (index: number): PlanEntry["status"] =>
      index < current ? "completed" : index === current ? "in_progress" : "pending";
    const entries = contents.map((content, index): PlanEntry => ({
      content,
      priority: "medium",
      status: status(index),
    }));
    await this.#update({ sessionUpdate: "plan", entries });
  }

  /** Shows a call that needs nobody's leave, and what it is said to have returned. */
  async run(call: PretendedCall, output: string): Promise<void> {
    await this.#finish(await this.#announce(call), output);
  }

  /** Asks whether a call may be made, unless it was allowed for good, and shows it as it was decided. */
  async runIfAllowed(call: PretendedCall, output: string): Promise<Decision> {
    const toolCallId = await this.#announce(call);
    const decision = await this.#decide(toolCallId, call);
    if (decision === "denied") await this.#fail(toolCallId, "Denied, and not done.");
    else if (decision === "nobody") await this.#fail(toolCallId, "Nobody decided, so it was not done.");
    else await this.#finish(toolCallId, output);
    return decision;
  }

  /** Asks questions over MCP and blocks. What goes wrong on the way counts as no answer. */
  async ask(ask: DemoAsk): Promise<Asked> {
    const { endpoint } = this.session;
    if (endpoint === undefined)
      return { kind: "unanswered", code: "no_server", message: "I was given no MCP server over HTTP." };
    const toolCallId = await this.#announce({
      title: "ask_user_question_kandev",
      kind: "other",
      rawInput: { server: "kandev", tool: "ask_user_question_kandev" },
    });
    try {
      await this.#status(toolCallId, "in_progress");
      const asked = await askPerson(endpoint, ask, this.#signal);
      if (asked.kind === "answered") await this.#finish(toolCallId, "");
      else await this.#fail(toolCallId, `${asked.code}: ${asked.message}`);
      return asked;
    } catch (error) {
      this.#signal.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      await this.#fail(toolCallId, message);
      return { kind: "unanswered", code: "disconnected", message };
    }
  }

  async #decide(toolCallId: string, call: PretendedCall): Promise<Decision> {
    if (this.session.allowed.has(call.title)) return "remembered";
    const { outcome } = await this.#client.request(
      methods.client.session.requestPermission,
      { sessionId: this.session.id, toolCall: { toolCallId, ...call }, options: OPTIONS },
      { cancellationSignal: this.#signal },
    );
    // The end of the whole turn withdraws its prompts, too, and may be heard of only after that.
    if (outcome.outcome === "cancelled") await this.pause(100);
    this.#signal.throwIfAborted();
    if (outcome.outcome === "cancelled") return "nobody";
    if (outcome.optionId === "allow-always") {
      this.session.allowed.add(call.title);
      return "always";
    }
    return outcome.optionId === "allow-once" ? "once" : "denied";
  }

  async #announce(call: PretendedCall): Promise<string> {
    const toolCallId = `demo-${crypto.randomUUID()}`;
    await this.#update({ sessionUpdate: "tool_call", toolCallId, status: "pending", ...call });
    return toolCallId;
  }

  async #status(toolCallId: string, status: "in_progress"): Promise<void> {
    await this.#update({ sessionUpdate: "tool_call_update", toolCallId, status });
  }

  async #finish(toolCallId: string, output: string): Promise<void> {
    await this.#status(toolCallId, "in_progress");
    await this.pause(500);
    await this.#end(toolCallId, "completed", output);
  }

  #fail(toolCallId: string, why: string): Promise<void> {
    return this.#end(toolCallId, "failed", why);
  }

  async #end(toolCallId: string, status: "completed" | "failed", text: string): Promise<void> {
    await this.#update({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status,
      ...(text !== "" && {
        content: [{ type: "content" as const, content: { type: "text" as const, text } }],
      }),
    });
  }

  async #update(update: SessionUpdate): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#client.notify(methods.client.session.update, { sessionId: this.session.id, update });
  }
}
