import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  client,
  type ClientConnection,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type StopReason,
} from "@agentclientprotocol/sdk";
import { VERSION } from "@/lib/version";
import type { App } from "@/lib/app";
import { requestPermission } from "@/lib/permissions/request-permission";
import { presented } from "@/lib/redaction/present-text";
import { withdrawAll } from "@/lib/permissions/withdraw";
import type { AgentProfile } from "./profile";
import type { AgentProcess } from "./spawn-agent";
import { TranscriptWriter } from "./transcript-writer";

/** How long an agent may take to start and to make its session: `npx` may have to download it first. */
const START_MS = 180_000;
/** How long an agent that has closed its connection may take to end by itself. */
const LEAVE_MS = 1_000;
/** How long a cancelled turn may take to end before its agent is ended instead. */
const CANCEL_MS = 10_000;

export interface AgentEndpoint {
  readonly url: string;
  readonly token: string;
}

/** How a prompt ended: with the agent's reason, or with an error. */
export type TurnEnd =
  | { readonly kind: "stopped"; readonly reason: StopReason }
  | { readonly kind: "failed"; readonly message: string };

/** One agent process of ours and the ACP session in it. */
export class AgentRun {
  readonly sessionId: string;
  readonly taskId: string;
  readonly transcript: TranscriptWriter;
  readonly process: AgentProcess;
  #app: App;
  #profile: AgentProfile;
  #connection: ClientConnection;
  #acpSessionId = "";
  /** An agent that loads a session repeats it: nothing of that is news. */
  #replaying = false;
  #turn: Promise<void> | undefined;
  #heard: () => void = () => undefined;
  /** Aborted with the turn: what it asked permission for is withdrawn with it. */
  #turnOver = new AbortController();
  /** True once it is to end: what it does then is no crash. */
  stopping = false;
  #exited = false;
  /** Resolves when the agent has ended and all that follows from it is recorded. */
  settled: Promise<void> = Promise.resolve();

  constructor(
    app: App,
    session: { readonly id: string; readonly taskId: string },
    profile: AgentProfile,
    process: AgentProcess,
  ) {
    this.#app = app;
    this.#profile = profile;
    this.sessionId = session.id;
    this.taskId = session.taskId;
    this.process = process;
    void process.exited.then(() => (this.#exited = true));
    this.transcript = new TranscriptWriter(app, session.id, session.taskId);
    this.#connection = client({ name: "Kandev" })
      .onRequest(methods.client.session.requestPermission, ({ params, requestId, signal }) =>
        this.#onPermission(params, requestId, signal),
      )
      .onNotification(methods.client.session.update, ({ params }) => {
        if (params.sessionId !== this.#acpSessionId || this.#replaying) return;
        this.#heard();
        this.transcript.update(params.update);
      })
      .connect(process.stream);
    // An agent that cannot be spoken to is of no use; most end by themselves then, and their exit says why.
    void this.#connection.closed.then(async () => {
      await Promise.race([process.exited, sleep(LEAVE_MS, undefined, { ref: false })]);
      await process.end();
    });
  }

  /** False once it has ended, or is to. */
  get alive(): boolean {
    return !this.stopping && !this.#exited;
  }

  /** True while a turn is under way, until its end is recorded. */
  get busy(): boolean {
    return this.#turn !== undefined;
  }

  /** Makes the ACP session, or takes up `acpSessionId` again where the agent can. Returns its id. Throws what the agent says. */
  async open(cwd: string, endpoint: AgentEndpoint, acpSessionId: string | null): Promise<string> {
    const { agent } = this.#connection;
    const cancellationSignal = AbortSignal.timeout(START_MS);
    const options = { cancellationSignal };
    const initialized = await agent.request(
      methods.agent.initialize,
      {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: "kandev", title: "Kandev", version: VERSION },
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      },
      options,
    );
    if (initialized.protocolVersion !== PROTOCOL_VERSION)
      throw new Error(
        `the agent speaks version ${initialized.protocolVersion} of ACP, not ${PROTOCOL_VERSION}`,
      );
    const capabilities = initialized.agentCapabilities;
    const where = { cwd, mcpServers: [mcpServer(initialized, endpoint)] };
    if (acpSessionId !== null && (capabilities?.sessionCapabilities?.resume ?? null) !== null) {
      this.#acpSessionId = acpSessionId;
      await agent.request(methods.agent.session.resume, { ...where, sessionId: acpSessionId }, options);
    } else if (acpSessionId !== null && capabilities?.loadSession === true) {
      this.#replaying = true;
      this.#acpSessionId = acpSessionId;
      await agent.request(methods.agent.session.load, { ...where, sessionId: acpSessionId }, options);
      this.#replaying = false;
    } else {
      const { sessionId } = await agent.request(methods.agent.session.new, where, options);
      this.#acpSessionId = sessionId;
      if (acpSessionId !== null)
        this.transcript.status("The agent was started again. It does not remember what was said before.");
    }
    return this.#acpSessionId;
  }

  /**
   * Sends a prompt. `heard` resolves at the first sign that the agent works on it, `ended` when its turn is over, whatever
   * way; neither rejects.
   */
  prompt(text: string): { readonly heard: Promise<void>; readonly ended: Promise<TurnEnd> } {
    const heard = new Promise<void>((resolve) => (this.#heard = resolve));
    this.#turnOver = new AbortController();
    const ended = this.#connection.agent
      .request(methods.agent.session.prompt, {
        sessionId: this.#acpSessionId,
        prompt: [{ type: "text", text }],
      })
      .then(
        ({ stopReason }): TurnEnd => ({ kind: "stopped", reason: stopReason }),
        async (error: unknown): Promise<TurnEnd> => {
          if (this.#connection.signal.aborted) await this.process.exited; // which says more
          return {
            kind: "failed",
            message: presented(error instanceof Error ? error.message : String(error)),
          };
        },
      );
    return { heard, ended };
  }

  /** Nothing that the agent asks for, or has asked for and is still being put, belongs to a turn any more. */
  endTurn(): void {
    this.#turnOver.abort();
    this.transcript.endTurn();
  }

  /** Notes what resolves when the turn that was just begun is over and recorded. */
  track(turn: Promise<void>): void {
    this.#turn = turn;
    void turn.finally(() => {
      if (this.#turn === turn) this.#turn = undefined;
    });
  }

  /** Ends the running turn: its prompts are withdrawn, as ACP wants it. An agent that does not stop in time is ended. */
  async cancelTurn(): Promise<void> {
    const turn = this.#turn;
    if (turn === undefined) return;
    await this.#connection.agent
      .notify(methods.agent.session.cancel, { sessionId: this.#acpSessionId })
      .catch(() => undefined);
    await withdrawAll(this.#app, this.sessionId);
    const late = setTimeout(() => {
      this.transcript.status("The agent did not stop when it was told to, and was ended.");
      void this.process.end();
    }, CANCEL_MS);
    await turn;
    clearTimeout(late);
  }

  /** Ends the agent, for good; what it said until now is kept. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.process.end();
    await this.settled;
  }

  async #onPermission(
    { toolCall, options, sessionId }: RequestPermissionRequest,
    requestId: Parameters<AgentProcess["answered"]>[0],
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    // Outside a turn there is nothing to allow (ACP, prompt turn).
    if (sessionId !== this.#acpSessionId || this.#turnOver.signal.aborted || !this.busy)
      return { outcome: { outcome: "cancelled" } };
    this.#heard();
    const known = this.transcript.toolCall(toolCall.toolCallId);
    const { outcome, sent } = await requestPermission(this.#app, {
      sessionId: this.sessionId,
      toolCallId: toolCall.toolCallId,
      title: toolCall.title ?? known?.title ?? "",
      kind: toolCall.kind ?? known?.kind ?? "other",
      details: {
        rawInput: toolCall.rawInput ?? known?.rawInput,
        locations: toolCall.locations ?? known?.locations ?? [],
      },
      options,
      signal: AbortSignal.any([signal, this.#turnOver.signal]),
      autoApprove: this.#profile.autoApprove,
    });
    void this.process.answered(requestId).then(sent);
    return { outcome };
  }
}

/** Our tools for the agent: over HTTP where it can, else through a small program that carries them over standard streams. */
function mcpServer({ agentCapabilities }: InitializeResponse, { url, token }: AgentEndpoint) {
  if (agentCapabilities?.mcpCapabilities?.http === true)
    return {
      type: "http" as const,
      name: "kandev",
      url,
      headers: [{ name: "Authorization", value: `Bearer ${token}` }],
    };
  return {
    name: "kandev",
    command: process.execPath,
    args: [resolve("lib/agents/mcp-stdio.mjs")],
    env: [
      { name: "KANDEV_MCP_URL", value: url },
      { name: "KANDEV_MCP_TOKEN", value: token },
    ],
  };
}
