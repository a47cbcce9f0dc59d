"use client";

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type Edge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { clsx } from "clsx";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import type { TaskListItemView, WorkflowView } from "@/lib/views";
import { LinkPending } from "../tasks/link-pending";
import { TaskBadge } from "../tasks/task-badge";
import { Age, Ago } from "../ui/age";
import { CardMenu } from "./card-menu";
import type { Place } from "./columns";
import { cardTarget } from "./drop";

interface Props {
  task: TaskListItemView;
  workflow: WorkflowView;
  /** '' on no step. */
  stepId: string;
  nextTaskId: string | null;
  onMove: (task: TaskListItemView, place: Place) => void;
  onArchive: (task: TaskListItemView) => void;
}

/** A task on the board: what it is, and whom it waits for. */
export function BoardCard({ task, workflow, stepId, nextTaskId, onMove, onArchive }: Props) {
  const element = useRef<HTMLLIElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const taskId = task.id;

  useEffect(() => {
    const card = element.current;
    if (card === null) return;
    return combine(
      draggable({
        element: card,
        getInitialData: () => ({ taskId }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: card,
        canDrop: () => stepId !== "",
        getData: (over) => cardTarget(stepId, taskId, nextTaskId, over),
        onDrag: ({ self, source }) =>
          setEdge(source.data.taskId === taskId ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [taskId, stepId, nextTaskId]);

  const blocked = task.task_pending_action;
  return (
    <li
      ref={element}
      data-testid="board-card"
      data-task-id={taskId}
      className={clsx(
        "relative flex items-start rounded-md border border-line bg-raised",
        dragged && "opacity-50",
        edge === "top" && "before:absolute before:inset-x-0 before:-top-[5px] before:h-0.5 before:bg-accent",
        edge === "bottom" && "after:absolute after:inset-x-0 after:-bottom-[5px] after:h-0.5 after:bg-accent",
      )}
    >
      <Link
        href={`/tasks/${encodeURIComponent(taskId)}`}
        prefetch={false}
        draggable={false}
        data-card={taskId}
        aria-keyshortcuts="Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight"
        className="flex min-w-0 flex-1 flex-col gap-1 rounded-md px-2.5 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span dir="auto" className="line-clamp-3 font-medium break-words">
          {task.title}
        </span>
        {task.blocked_on !== "" && (
          <span dir="auto" className="line-clamp-2 text-meta break-words text-muted">
            {task.blocked_on}
          </span>
        )}
        <span className="flex min-h-5 items-center gap-2 text-meta text-muted">
          {blocked === null ? (
            <Ago at={task.updated_at} />
          ) : (
            <>
              <TaskBadge action={blocked} />
              {task.blocked_since !== "" && <Age since={task.blocked_since} />}
            </>
          )}
          <LinkPending />
        </span>
      </Link>
      <CardMenu
        task={task}
        steps={workflow.steps.filter(({ id }) => id !== stepId)}
        onMove={(id) => onMove(task, { stepId: id, beforeTaskId: null })}
        onArchive={() => onArchive(task)}
      />
    </li>
  );
}
