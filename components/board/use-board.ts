"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { startTransition, useOptimistic, useState } from "react";
import { announce } from "@/lib/client/announce";
import { archiveTask, moveTask } from "@/lib/client/board";
import type { BoardColumnView, TaskListItemView } from "@/lib/views";
import { useFailureText } from "../ui/use-failure-text";
import { type Move, moved, type Place, placeOf } from "./columns";

/** What was done last, and how to take it back; `undo` is absent where that cannot be. */
export interface Done {
  readonly text: string;
  readonly failed: boolean;
  readonly undo?: (() => void) | undefined;
}

export interface BoardActions {
  readonly columns: readonly BoardColumnView[];
  readonly done: Done | null;
  dismiss(): void;
  move(task: TaskListItemView, place: Place): void;
  archive(task: TaskListItemView): void;
}

/** The board as it will be once the server has heard of what was done here: shown at once, taken back when it is refused. */
export function useBoard(shown: readonly BoardColumnView[]): BoardActions {
  const t = useTranslations("board");
  const failureText = useFailureText();
  const router = useRouter();
  const [columns, apply] = useOptimistic(shown, (current: readonly BoardColumnView[], move: Move) =>
    moved(current, move),
  );
  const [done, setDone] = useState<Done | null>(null);

  const say = (next: Done) => {
    setDone(next);
    announce(next.text);
  };
  const refresh = () => startTransition(() => router.refresh());
  const stepName = (id: string) => columns.find(({ step }) => step?.id === id)?.step?.name ?? "";

  const send = (task: TaskListItemView, place: Place, undo: (() => void) | undefined) =>
    startTransition(async () => {
      apply({ taskId: task.id, ...place });
      const result = await moveTask(task.id, place.stepId, place.beforeTaskId);
      if (result.ok)
        say({
          text: t("moved", { title: task.title, step: stepName(place.stepId) }),
          failed: false,
          undo,
        });
      else
        say({
          text: t("notMoved", { title: task.title, reason: failureText(result.failure) }),
          failed: true,
        });
      refresh();
    });

  return {
    columns,
    done,
    dismiss: () => setDone(null),
    move(task, place) {
      const before = placeOf(columns, task.id);
      send(task, place, before && (() => send(task, before, undefined)));
    },
    archive(task) {
      void archiveTask(task.id, true).then((result) => {
        if (!result.ok) {
          return say({ text: t("notArchived", { reason: failureText(result.failure) }), failed: true });
        }
        const undo = () => void archiveTask(task.id, false).then(() => (setDone(null), refresh()));
        say({ text: t("archived", { title: task.title }), failed: false, undo });
        refresh();
      });
    },
  };
}
