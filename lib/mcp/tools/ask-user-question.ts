import { z } from "zod";
import { type Ask, ask } from "@/lib/clarification/ask";
import { joinContext } from "@/lib/clarification/normalize";
import { noAnswerMessage } from "@/lib/clarification/no-answer";
import { omitEmpty } from "@/lib/clarification/omit-empty";
import { contextFields, questionsField } from "@/lib/clarification/question-input";
import { AppError } from "@/lib/errors";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { authorizeSession } from "@/lib/auth/access";
import { isLaunched } from "@/lib/sessions/is-launched";
import { agentResponseShape } from "@/lib/shapes";
import { agentSession } from "../shapes";
import { defineTool } from "../tool";

const input = z.strictObject({
  questions: questionsField.meta({ minItems: 1, maxItems: 4 }),
  ...contextFields,
});

const toAsk = (sessionId: string, asked: z.output<typeof input>): Ask => ({
  sessionId,
  questions: asked.questions,
  context: joinContext(asked.context, asked.context_paragraphs),
});

export const askUserQuestion = defineTool({
  name: "ask_user_question_kandev",
  title: "Ask the user",
  description:
    "Asks the person you work for 1 to 4 questions and waits for the answer, which may take hours. Use it whenever a decision is theirs. " +
    "The result has one entry in answers for each question, with the chosen option ids and/or custom_text, or rejected: true when they decline. " +
    "Nothing is ever answered by default: if the call ends without an answer the error names a pending_id; then call check_question_kandev, or ask the same questions again.",
  group: "own_session",
  surfaces: SESSION_SURFACES,
  asks: "person",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  blocking: true,
  input,
  output: agentResponseShape,
  async start(ctx, input) {
    const sessionId = agentSession(ctx.actor);
    // An agent of ours that stops waiting is resumed with the answer (contract 6.4): one that polls would get it twice over.
    if (await isLaunched(ctx, sessionId)) return undefined;
    return (await ask(ctx, toAsk(sessionId, input))).pendingId;
  },
  async handler(ctx, input, { signal, waitsOn }) {
    const sessionId = agentSession(ctx.actor);
    const asked = await ask(ctx, toAsk(sessionId, input), {
      signal,
      waitSeconds: ctx.app.env.KANDEV_QUESTION_WAIT_SECONDS,
    });
    if (asked.kind === "answered") return omitEmpty(asked.response);
    waitsOn(asked.pendingId);
    const result = await asked.result;
    if (result?.kind === "answer") return omitEmpty(result.response);
    const code = result?.code ?? "wait_ended";
    const taskId = await authorizeSession(ctx, sessionId).catch(() => "");
    throw new AppError(code, noAnswerMessage(ctx.app, code, { pendingId: asked.pendingId, taskId }));
  },
});
