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
  /** `resolving`: somebody's choice is being recorded and delivered. `gone`: withdrawn, replaced, or answered. */
  state: "pending" | "resolving" | "gone";
  /** Passes an outcome to the agent. Resolves to true once it is on its way: written to the agent, not merely decided. */
  readonly answer: (outcome: PermissionOutcome) => Promise<boolean>;
}

/** The live permission prompts of this process: the only place where one can be answered from. */
export class PermissionRegistry {
  #byRequest = new Map<string, LivePermission>();
  #bySession = new Map<string, Set<LivePermission>>();
  #settling = new Set<string>();

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
  async settling<T>(requestId: string, work: () => Promise<T>): Promise<T> {
    this.#settling.add(requestId);
    try {
      return await work();
    } finally {
      this.#settling.delete(requestId);
    }
  }

  /** The prompts that this process holds, or is settling. */
  get held(): readonly string[] {
    return [...this.#byRequest.keys(), ...this.#settling];
  }

  get sessionIds(): readonly string[] {
    return [...this.#bySession.keys()];
  }

  get size(): number {
    return this.#byRequest.size;
  }
}
