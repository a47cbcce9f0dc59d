import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import type { Place } from "./columns";

interface Target {
  readonly data: Record<string | symbol, unknown>;
}

type DropArguments = {
  readonly element: Element;
  readonly input: Parameters<typeof attachClosestEdge>[1]["input"];
};

/** What a card says of itself as a target: its place, the one behind it, and which half the pointer is over. */
export const cardTarget = (stepId: string, taskId: string, nextTaskId: string | null, over: DropArguments) =>
  attachClosestEdge({ stepId, taskId, nextTaskId }, { ...over, allowedEdges: ["top", "bottom"] });

/** Where a card was dropped; the innermost target comes first. */
export function droppedAt([target]: readonly Target[]): Place | undefined {
  if (target === undefined || typeof target.data.stepId !== "string") return undefined;
  const { stepId, taskId, nextTaskId } = target.data;
  const before = extractClosestEdge(target.data) === "bottom" ? nextTaskId : taskId;
  return { stepId, beforeTaskId: typeof before === "string" ? before : null };
}
