import { KeyQueue } from "@/lib/key-queue";
import type { AgentRun } from "./agent-run";

/** The agents that run in this process, by session. */
export class AgentRegistry {
  #runs = new Map<string, AgentRun>();
  #starting = new Set<string>();
  /** What changes the agent of a session runs one at a time: starting it, and giving it its next turn. */
  readonly changes = new KeyQueue();

  get(sessionId: string): AgentRun | undefined {
    return this.#runs.get(sessionId);
  }

  add(run: AgentRun): void {
    this.#runs.set(run.sessionId, run);
  }

  remove(run: AgentRun): void {
    if (this.#runs.get(run.sessionId) === run) this.#runs.delete(run.sessionId);
  }

  get all(): readonly AgentRun[] {
    return [...this.#runs.values()];
  }

  /** The sessions whose agent runs here, or is being started. */
  get sessionIds(): readonly string[] {
    return [...this.#runs.keys(), ...this.#starting];
  }

  /** Runs what starts an agent, which already has its place in `agent_runs`. */
  async starting<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    this.#starting.add(sessionId);
    try {
      return await work();
    } finally {
      this.#starting.delete(sessionId);
    }
  }
}
