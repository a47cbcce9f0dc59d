import { KeyQueue } from "@/lib/key-queue";
import type { PermissionView } from "@/lib/views";

/** What the agent is told: one offered option, or that nobody chose one. */
export type PermissionOutcome =
  { readonly outcome: "selected"; readonly optionId: string } | { readonly outcome: "cancelled" };

/** A prompt that an agent of this process waits on. Options never change; a prompt is never put back once it is gone (PR9). */
export interface LivePermission {
  readonly view: PermissionView;
  readonly messageId: string;
  /** Resolves when the prompt is in the transcript, false when it could not be written. */
  readonly written: Promise<boolean>;
  /**
   * `writing`: not in the transcript yet, and shown to nobody. `resolving`: somebody's choice is being recorded and delivered.
   * `gone`: withdrawn, replaced, or answered.
   */
  state: "writing" | "pending" | "resolving" | "gone";
  /** Passes an outcome to the agent. Resolves to true once it is on its way: written to the agent, not merely decided. */
  readonly answer: (outcome: PermissionOutcome) => Promise<boolean>;
}

/** The live permission prompts of this process: the only place where one can be answered from. */
export class PermissionRegistry {
  #byRequest = new Map<string, LivePermission>();
  #bySession = new Map<string, Set<LivePermission>>();
  #settling = new Set<{ sessionId: string; requestId: string; settled: Promise<unknown> }>();
  /** What puts a session's prompts runs in the order in which its agent sent them: the newer one replaces, never the older. */
  readonly arriving = new KeyQueue();

  add(permission: LivePermission): void {
    this.#byRequest.set(permission.view.request_id, permission);
    const inSession = this.#bySession.get(permission.view.session_id);
    if (inSession === undefined) this.#bySession.set(permission.view.session_id, new Set([permission]));
    else inSession.add(permission);
  }

  remove(permission: LivePermission): void {
    this.#byRequest.delete(permission.view.request_id);
    const inSession = this.#bySession.get(permission.view.session_id);
    inSession?.delete(permission);
    if (inSession?.size === 0) this.#bySession.delete(permission.view.session_id);
  }

  get(requestId: string): LivePermission | undefined {
    return this.#byRequest.get(requestId);
  }

  ofSession(sessionId: string): readonly LivePermission[] {
    return [...(this.#bySession.get(sessionId) ?? [])];
  }

  /** Runs what settles a prompt that is no longer live; until it ends the prompt still counts as held by this process. */
  async settling<T>({ view }: LivePermission, work: () => Promise<T>): Promise<T> {
    const settled = work();
    const entry = { sessionId: view.session_id, requestId: view.request_id, settled };
    this.#settling.add(entry);
    try {
      return await settled;
    } finally {
      this.#settling.delete(entry);
    }
  }

  /** Resolves when nothing is being settled any more: in one session, or at all. */
  async idle(sessionId?: string): Promise<void> {
    await Promise.allSettled(
      [...this.#settling]
        .filter((entry) => sessionId === undefined || entry.sessionId === sessionId)
        .map(({ settled }) => settled),
    );
  }

  /** The prompts that this process holds, or is settling. */
  get held(): readonly string[] {
    return [...this.#byRequest.keys(), ...[...this.#settling].map(({ requestId }) => requestId)];
  }

  get sessionIds(): readonly string[] {
    return [...this.#bySession.keys()];
  }

  get size(): number {
    return this.#byRequest.size;
  }
}
