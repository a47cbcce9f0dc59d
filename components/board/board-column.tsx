"use client";

import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import type { BoardColumnView, TaskListItemView, WorkflowView } from "@/lib/views";
import { BoardCard } from "./board-card";
import { ColumnMenu } from "./column-menu";
import type { Place } from "./columns";

interface Props {
  workflow: WorkflowView;
  column: BoardColumnView;
  index: number;
  onMove: (task: TaskListItemView, place: Place) => void;
  onArchive: (task: TaskListItemView) => void;
}

/** A step with its tasks. Cards can be dropped anywhere on it; behind the last one where none is under the pointer. */
export function BoardColumn({ workflow, column, index, onMove, onArchive }: Props) {
  const t = useTranslations("board");
  const headingId = useId();
  const element = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const { step, tasks } = column;
  const stepId = step?.id;

  useEffect(() => {
    if (element.current === null || stepId === undefined) return;
    return dropTargetForElements({
      element: element.current,
      getData: () => ({ stepId }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [stepId]);
  return (
    <section
      ref={element}
      aria-labelledby={headingId}
      data-testid="board-column"
      className={clsx(
        "flex max-w-96 min-w-56 flex-1 snap-start flex-col rounded-md bg-panel max-sm:min-w-[85vw]",
        over && "outline-2 -outline-offset-2 outline-accent",
      )}
    >
      <header className="flex h-10 shrink-0 items-center gap-2 ps-3 pe-1.5">
        <h2 id={headingId} dir="auto" className="min-w-0 truncate font-medium">
          {step?.name ?? t("unplaced")}
        </h2>
        <span className="text-xs text-muted tabular-nums" aria-label={t("count", { count: column.total })}>
          {column.total}
        </span>
        <span className="flex-1" />
        {step !== null && <ColumnMenu workflow={workflow} step={step} />}
      </header>
      <ul className="flex min-h-16 flex-1 flex-col gap-1.5 overflow-y-auto px-1.5 pb-1.5">
        {tasks.map((task, position) => (
          <BoardCard
            key={task.id}
            task={task}
            workflow={workflow}
            stepId={stepId ?? ""}
            nextTaskId={tasks[position + 1]?.id ?? null}
            onMove={onMove}
            onArchive={onArchive}
          />
        ))}
        {tasks.length === 0 && (
          <li className="px-2 py-3 text-meta text-muted">{t(index === 0 ? "emptyFirst" : "empty")}</li>
        )}
        {column.total > tasks.length && (
          <li className="px-2 py-2 text-meta text-muted">
            {t("more", { count: column.total - tasks.length })}
          </li>
        )}
      </ul>
    </section>
  );
}
