"use client";

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { BoardView, TaskListItemView } from "@/lib/views";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";

import { BoardColumn } from "./board-column";
import { type Direction, neighbour, nextCard } from "./columns";
import { droppedAt } from "./drop";
import { useBoard } from "./use-board";

const KBD = "font-mono text-ink";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

const cardOf = (taskId: string) => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(taskId)}"]`);

/** The columns of a workflow. Cards are moved by dragging, by Shift and the arrow keys, or by their menu. */
export function Board({ board }: { board: BoardView }) {
  const t = useTranslations("board");
  const actions = useBoard(board.columns);
  const { columns, done } = actions;
  const focused = useRef("");
  const scroller = useRef<HTMLDivElement>(null);
  const tasks = new Map(columns.flatMap((column) => column.tasks).map((task) => [task.id, task]));

  const onDrop = useEffectEvent((taskId: string, place: Parameters<typeof actions.move>[1]) => {
    const task = tasks.get(taskId);
    if (task !== undefined && place.beforeTaskId !== taskId) actions.move(task, place);
  });
  useEffect(() => {
    if (scroller.current === null) return;
    return combine(
      autoScrollForElements({ element: scroller.current }),
      monitorForElements({
        onDrop: ({ source, location }) => {
          const place = droppedAt(location.current.dropTargets);
          if (place !== undefined && typeof source.data.taskId === "string") {
            onDrop(source.data.taskId, place);
          }
        },
      }),
    );
  }, []);

  // A card that changes its column is a new element: the focus goes along.
  useLayoutEffect(() => {
    if (focused.current !== "" && document.activeElement === document.body) cardOf(focused.current)?.focus();
  }, [columns]);

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    const task = taskAt(event.target, tasks);
    if (direction === undefined || task === undefined || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    focused.current = task.id;
    if (event.shiftKey) {
      const place = neighbour(columns, task.id, direction);
      if (place !== undefined) actions.move(task, place);
      return;
    }
    const next = nextCard(columns, task.id, direction);
    if (next !== undefined) {
      focused.current = next;
      cardOf(next)?.focus();
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        data-testid="board"
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-3 motion-reduce:scroll-auto"
      >
        {columns.map((column, index) => (
          <BoardColumn
            key={column.step?.id ?? ""}
            workflow={board.workflow}
            column={column}
            index={index}
            onMove={(task, place) => actions.move(task, place)}
            onArchive={(task) => actions.archive(task)}
          />
        ))}
      </div>
      <p className="flex items-center gap-1.5 border-t border-line px-4 py-1.5 text-xs text-muted max-md:hidden">
        {t.rich("keys", { kbd: (chunks) => <kbd className={KBD}>{chunks}</kbd> })}
      </p>
      {done !== null && (
        <div
          data-testid="board-done"
          className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 rounded-md border border-line bg-raised py-1.5 ps-3 pe-1.5 shadow-float"
        >
          <span dir="auto" className={done.failed ? "text-bad" : undefined}>
            {done.text}
          </span>
          {done.undo !== undefined && (
            <Button variant="ghost" data-testid="board-undo" onClick={done.undo}>
              {t("undo")}
            </Button>
          )}
          <IconButton label={t("dismiss")} onClick={() => actions.dismiss()}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** The task whose card has the focus; a menu or a dialog that it opened is another place. */
function taskAt(
  target: EventTarget,
  tasks: ReadonlyMap<string, TaskListItemView>,
): TaskListItemView | undefined {
  return target instanceof HTMLElement ? tasks.get(target.dataset.card ?? "") : undefined;
}
