"use client";

import { Archive, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { TaskListItemView, WorkflowStepView } from "@/lib/views";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../ui/menu";

interface Props {
  task: TaskListItemView;
  /** Where the task can go. */
  steps: readonly WorkflowStepView[];
  onMove: (stepId: string) => void;
  onArchive: () => void;
}

/** What can be done with a card, also by touch and by ear. */
export function CardMenu({ task, steps, onMove, onArchive }: Props) {
  const t = useTranslations("board");
  return (
    <Menu
      label={t("cardMenu", { title: task.title })}
      hint={t("cardMenuHint")}
      className="m-1"
      data-testid="card-menu"
      icon={<Ellipsis size={16} aria-hidden />}
    >
      {steps.length > 0 && <MenuLabel>{t("moveTo")}</MenuLabel>}
      {steps.map((step) => (
        <MenuItem key={step.id} onSelect={() => onMove(step.id)}>
          <span dir="auto" className="truncate">
            {step.name}
          </span>
        </MenuItem>
      ))}
      {steps.length > 0 && <MenuLine />}
      <MenuItem onSelect={onArchive} data-testid="card-archive">
        <Archive size={14} aria-hidden />
        {t("archive")}
      </MenuItem>
    </Menu>
  );
}
