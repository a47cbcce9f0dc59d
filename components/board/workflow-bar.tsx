"use client";

import { Ellipsis, Pencil, Plus, SquareKanban, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { createWorkflow, deleteWorkflow, renameWorkflow } from "@/lib/client/board";
import type { BoardView } from "@/lib/views";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { FIELD, TextField } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { Menu, MenuItem, MenuLine } from "../ui/menu";
import { StepDialog } from "./step-dialog";
import { useChange } from "./use-change";

const typed = z.object({ name: z.string() });
const boardPath = (workspaceId: string, workflowId?: string) =>
  `/board?${new URLSearchParams({ workspace: workspaceId, ...(workflowId !== undefined && { workflow: workflowId }) }).toString()}`;

type Dialog = "step" | "rename" | "new" | "delete";

/** Which board is shown, and what can be done with it as a whole. */
export function WorkflowBar({ board: { workspaces, workflows, workflow } }: { board: BoardView }) {
  const t = useTranslations("board.workflow");
  const router = useRouter();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const { busy, error, fail, run } = useChange(close);
  const { id, workspace_id: workspaceId } = workflow;

  const save = (data: FormData) => {
    const name = typed.parse(Object.fromEntries(data)).name.trim();
    if (name === "") return fail(t("needsName"));
    if (dialog === "rename") return void run(() => renameWorkflow(id, name));
    void run(
      () => createWorkflow(workspaceId, name),
      (made) => router.push(boardPath(workspaceId, made.id)),
    );
  };
  return (
    <>
      {workspaces.length > 1 && (
        <Select
          label={t("workspace")}
          value={workspaceId}
          options={workspaces}
          onChange={(chosen) => router.push(boardPath(chosen))}
        />
      )}
      {workflows.length > 1 && (
        <Select
          label={t("workflow")}
          value={id}
          options={workflows}
          onChange={(chosen) => router.push(boardPath(workspaceId, chosen))}
        />
      )}
      <Menu label={t("menu")} data-testid="workflow-menu" icon={<Ellipsis size={16} aria-hidden />}>
        <MenuItem onSelect={() => setDialog("step")}>
          <Plus size={14} aria-hidden />
          {t("addStep")}
        </MenuItem>
        <MenuItem onSelect={() => setDialog("rename")}>
          <Pencil size={14} aria-hidden />
          {t("rename")}
        </MenuItem>
        <MenuItem onSelect={() => setDialog("new")}>
          <SquareKanban size={14} aria-hidden />
          {t("new")}
        </MenuItem>
        {workflows.length > 1 && (
          <>
            <MenuLine />
            <MenuItem onSelect={() => setDialog("delete")} className="text-bad">
              <Trash2 size={14} aria-hidden />
              {t("delete")}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === "step" && <StepDialog workflow={workflow} onClose={close} />}
      {(dialog === "rename" || dialog === "new") && (
        <FormDialog
          title={t(dialog === "rename" ? "renameTitle" : "newTitle")}
          submitLabel={t(dialog === "rename" ? "save" : "make")}
          closeLabel={t("close")}
          error={error}
          busy={busy}
          onSubmit={save}
          onClose={close}
        >
          <TextField
            label={t("name")}
            name="name"
            autoComplete="off"
            defaultValue={dialog === "rename" ? workflow.name : ""}
          />
        </FormDialog>
      )}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("deleteTitle", { name: workflow.name })}
          confirmLabel={t("deleteConfirm")}
          error={error}
          busy={busy}
          onConfirm={() =>
            void run(
              () => deleteWorkflow(id),
              () => router.push(boardPath(workspaceId)),
            )
          }
          onClose={close}
        >
          {t("deleteText")}
        </ConfirmDialog>
      )}
    </>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly { readonly id: string; readonly name: string }[];
  onChange: (id: string) => void;
}

const Select = ({ label, value, options, onChange }: SelectProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={`${FIELD} h-7 max-w-40 min-w-0 py-0! pointer-coarse:h-11`}
  >
    {options.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
);
