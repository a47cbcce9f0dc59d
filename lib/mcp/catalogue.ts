import type { Surface } from "@/lib/sessions/surface";
import type { Tool } from "./tool";
import { answerQuestion } from "./tools/answer-question";
import { askUserQuestion } from "./tools/ask-user-question";
import { checkQuestionTool } from "./tools/check-question";
import { getUserMessages } from "./tools/get-user-messages";
import { listPendingQuestions } from "./tools/list-pending-questions";

/** Every tool there is. A surface shows the ones that name it; nothing else decides who may call what. */
export const TOOLS: readonly Tool[] = [
  askUserQuestion,
  checkQuestionTool,
  getUserMessages,
  listPendingQuestions,
  answerQuestion,
];

/** The tools of one surface, in catalogue order. */
export const toolsOf = (surface: Surface): readonly Tool[] =>
  TOOLS.filter((tool) => tool.surfaces.includes(surface));
