import type { Asks } from "@/lib/auth/actor";
import type { Surface } from "@/lib/sessions/surface";
import type { Tool } from "./tool";
import { answerQuestion } from "./tools/answer-question";
import { askUserQuestion } from "./tools/ask-user-question";
import { checkQuestionTool } from "./tools/check-question";
import { getUserMessages } from "./tools/get-user-messages";
import { listPendingAgentPermissions } from "./tools/list-pending-agent-permissions";
import { listPendingQuestions } from "./tools/list-pending-questions";
import { requestPermissionTool } from "./tools/request-permission";
import { resolveAgentPermission } from "./tools/resolve-agent-permission";
import {
  createWorkspaceTool,
  deleteWorkspaceTool,
  listWorkspacesTool,
  updateWorkspaceTool,
} from "./tools/workspaces";
import {
  createWorkflowTool,
  deleteWorkflowTool,
  listWorkflowsTool,
  updateWorkflowTool,
} from "./tools/workflows";
import {
  createWorkflowStepTool,
  deleteWorkflowStepTool,
  listWorkflowStepsTool,
  reorderWorkflowStepsTool,
  updateWorkflowStepTool,
} from "./tools/workflow-steps";
import {
  archiveTaskTool,
  createTaskTool,
  deleteTaskTool,
  getTaskTool,
  listTasksTool,
  moveTaskTool,
  updateTaskTool,
} from "./tools/tasks";
import { listTaskSessionsTool, startTaskSessionTool, stopTaskSessionTool } from "./tools/task-sessions";
import { getTaskConversationTool, messageTaskTool } from "./tools/task-messages";
import { listAgentProfilesTool } from "./tools/list-agent-profiles";
import { askParentQuestion } from "./tools/ask-parent-question";

/** Every tool there is. A surface shows the ones that name it; nothing else decides who may call what. */
export const TOOLS: readonly Tool[] = [
  askUserQuestion,
  checkQuestionTool,
  getUserMessages,
  listPendingQuestions,
  answerQuestion,
  listPendingAgentPermissions,
  resolveAgentPermission,
  requestPermissionTool,
  askParentQuestion,
  listTasksTool,
  getTaskTool,
  createTaskTool,
  updateTaskTool,
  moveTaskTool,
  archiveTaskTool,
  deleteTaskTool,
  messageTaskTool,
  getTaskConversationTool,
  listTaskSessionsTool,
  startTaskSessionTool,
  stopTaskSessionTool,
  listWorkflowsTool,
  createWorkflowTool,
  updateWorkflowTool,
  deleteWorkflowTool,
  listWorkflowStepsTool,
  createWorkflowStepTool,
  updateWorkflowStepTool,
  reorderWorkflowStepsTool,
  deleteWorkflowStepTool,
  listWorkspacesTool,
  createWorkspaceTool,
  updateWorkspaceTool,
  deleteWorkspaceTool,
  listAgentProfilesTool,
];

/** The tools of one surface, in catalogue order; of an agent's, the ones for whom its questions go to. */
export const toolsOf = (surface: Surface, asks: Asks = "person"): readonly Tool[] =>
  TOOLS.filter((tool) => tool.surfaces.includes(surface) && (tool.asks ?? asks) === asks);
