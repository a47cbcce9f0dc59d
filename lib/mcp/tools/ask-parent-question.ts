import { z } from "zod";
import { askParent } from "@/lib/clarification/ask-parent";
import { joinContext } from "@/lib/clarification/normalize";
import { contextFields, questionsField } from "@/lib/clarification/question-input";
import { agentSession } from "../shapes";
import { defineTool, SETS } from "../tool";

export const askParentQuestion = defineTool({
  name: "ask_parent_question_kandev",
  title: "Ask the parent task",
  description:
    "Asks the agent of the parent task 1 to 4 questions. It does not wait: end your turn, the reply is your next message. No person sees these questions.",
  group: "own_session",
  surfaces: ["kanban-task"],
  asks: "parent",
  annotations: SETS,
  input: z.strictObject({ questions: questionsField.meta({ minItems: 1, maxItems: 4 }), ...contextFields }),
  output: z.object({
    question_id: z.string(),
    status: z.literal("waiting_for_parent"),
    parent_task_id: z.string(),
  }),
  handler: (ctx, input) =>
    askParent(ctx, {
      sessionId: agentSession(ctx.actor),
      questions: input.questions,
      context: joinContext(input.context, input.context_paragraphs),
    }),
});
