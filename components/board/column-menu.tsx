"use client";

import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteStep, orderSteps } from "@/lib/client/board";
import type { WorkflowStepView, WorkflowView } from "@/lib/views";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Menu, MenuItem, MenuLine } from "../ui/menu";
import { StepDialog } from "./step-dialog";
import { useChange } from "./use-change";

/** What can be done with a step. */
export function ColumnMenu({ workflow, step }: { workflow: WorkflowView; step: WorkflowStepView }) {
  const t = useTranslations("board.step");
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const close = () => setDialog(null);
  const { busy, error, run } = useChange(close);
  const ids = workflow.steps.map(({ id }) => id);
  const at = ids.indexOf(step.id);

  const shift = (by: -1 | 1) => {
    const others = ids.filter((id) => id !== step.id);
    void run(() => orderSteps(workflow.id, [...others.slice(0, at + by), step.id, ...others.slice(at + by)]));
  };
  return (
    <>
      <Menu
        label={t("menu", { name: step.name })}
        hint={t("menuHint")}
        data-testid="column-menu"
        icon={<Ellipsis size={16} aria-hidden />}
      >
        <MenuItem onSelect={() => setDialog("edit")}>
          <Pencil size={14} aria-hidden />
          {t("edit")}
        </MenuItem>
        {at > 0 && (
          <MenuItem onSelect={() => shift(-1)}>
            <ArrowLeft size={14} aria-hidden />
            {t("left")}
          </MenuItem>
        )}
        {at < ids.length - 1 && (
          <MenuItem onSelect={() => shift(1)}>
            <ArrowRight size={14} aria-hidden />
            {t("right")}
          </MenuItem>
        )}
        {ids.length > 1 && (
          <>
            <MenuLine />
            <MenuItem onSelect={() => setDialog("delete")} className="text-bad">
              <Trash2 size={14} aria-hidden />
              {t("delete")}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === "edit" && <StepDialog workflow={workflow} step={step} onClose={close} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("deleteTitle", { name: step.name })}
          confirmLabel={t("deleteConfirm")}
          error={error}
          busy={busy}
          onConfirm={() => void run(() => deleteStep(step.id))}
          onClose={close}
        >
          {t("deleteText")}
        </ConfirmDialog>
      )}
    </>
  );
}
