import type { OpenQuestionView, SettledQuestionView } from "@/lib/views";

/** A bundle of one question, for tests. */
export function openBundle(pendingId: string): OpenQuestionView {
  return {
    pending_id: pendingId,
    task_id: "t",
    session_id: "s",
    created_at: "2026-01-01T00:00:00.000000Z",
    age_seconds: 0,
    context: "",
    detached: false,
    questions: [
      {
        question_id: "q1",
        title: "",
        prompt: "Which?",
        status: "pending",
        options: [
          { option_id: "a", label: "Alpha", description: "" },
          { option_id: "b", label: "Beta", description: "" },
        ],
      },
    ],
  };
}

/** The same bundle once it is settled. */
export function settledBundle(pendingId: string, settled: Partial<SettledQuestionView>): SettledQuestionView {
  return {
    ...openBundle(pendingId),
    outcome: "answered",
    answers: [],
    settled_by: null,
    delivered: false,
    ...settled,
  };
}
