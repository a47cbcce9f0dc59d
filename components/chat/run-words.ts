import type { SessionSummaryView, TaskPageView } from "@/lib/views";

/** What an agent of ours is doing, and what a message to it will do. */
export interface RunWords {
  readonly kind: "external" | "starting" | "working" | "waiting" | "asleep" | "ready";
  /** In a few words, for the line above the message field. */
  readonly state: string;
  /** What Enter does. */
  readonly enter: string;
  readonly placeholder: string;
  /** What queued messages wait for. */
  readonly until: string;
}

const QUEUES = {
  enter: "Enter queues the message: the agent gets it when this turn is over.",
  placeholder: "Queue a message for the next turn",
  until: "until the agent’s turn is over",
};

/** Says it for the session that is shown. */
export function runWords(session: SessionSummaryView, page: TaskPageView): RunWords {
  const asked = page.open_permissions.length + page.open_questions.length > 0;
  if (session.agent === "external")
    return {
      kind: "external",
      state: "",
      enter: "The agent reads messages when it collects them; they do not interrupt it.",
      placeholder: asked ? "Add instructions (not an answer)" : "Write to the agent",
      until: "",
    };
  if (page.working_since !== "")
    return asked
      ? { kind: "waiting", state: "Waits for your decision", ...QUEUES }
      : { kind: "working", state: "Working", ...QUEUES };
  if (session.state === "starting" || session.state === "created")
    return {
      kind: "starting",
      state: "Starting. The first start may take a few minutes",
      enter: "Enter queues the message: the agent gets it once it has started.",
      placeholder: "Queue a message for the agent",
      until: "until the agent has started",
    };
  const begins = {
    enter: "Enter sends the message: it begins the agent’s next turn.",
    placeholder: asked ? "Begin a new turn (not an answer)" : "Write to begin the next turn",
    until: "for a start of the agent: write again to try once more",
  };
  return asked
    ? { kind: "asleep", state: "Asked and stopped. Your answer starts it again", ...begins }
    : { kind: "ready", state: "Ready for your next message", ...begins };
}
