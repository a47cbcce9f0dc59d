import type { Surface } from "@/lib/sessions/surface";
import type { Tool } from "./tool";
import { answerQuestion } from "./tools/answer-question";
import { askUserQuestion } from "./tools/ask-user-question";
import { checkQuestionTool } from "./tools/check-question";
import { getUserMessages } from "./tools/get-user-messages";
import { listPendingAgentPermissions } from "./tools/list-pending-agent-permissions";
import { listPendingQuestions } from "./tools/list-pending-questions";
import { listTasksTool } from "./tools/list-tasks";
import { requestPermissionTool } from "./tools/request-permission";
import { resolveAgentPermission } from "./tools/resolve-agent-permission";

/** Every tool there is. A surface shows the ones that name it; nothing else decides who may call what. */
export const TOOLS: readonly Tool[] = [
  askUserQuestion,
  checkQuestionTool,
  getUserMessages,
  listPendingQuestions,
  answerQuestion,
  listPendingAgentPermissions,
  resolveAgentPermission,
  listTasksTool,
  requestPermissionTool,
];

/** The tools of one surface, in catalogue order. */
export const toolsOf = (surface: Surface): readonly Tool[] =>
  TOOLS.filter((tool) => tool.surfaces.includes(surface));
