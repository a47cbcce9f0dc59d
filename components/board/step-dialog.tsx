"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { createStep, updateStep } from "@/lib/client/board";
import type { WorkflowStepView, WorkflowView } from "@/lib/views";
import { FIELD, FieldFrame, TextField } from "../ui/field";
import { FormDialog } from "../ui/form-dialog";
import { useChange } from "./use-change";

const typed = z.object({
  name: z.string(),
  after: z.enum(["stay", "move_to_next", "move_to_step"]),
  target: z.optional(z.string()),
});

interface Props {
  workflow: WorkflowView;
  /** Absent for a new one. */
  step?: WorkflowStepView;
  onClose: () => void;
}

/** The name of a step, and what becomes of a task there when its agent has finished a turn. */
export function StepDialog({ workflow, step, onClose }: Props) {
  const t = useTranslations("board.step");
  const { busy, error, fail, run } = useChange(onClose);
  const afterId = useId();
  const targetId = useId();
  const [after, setAfter] = useState<string>(step?.on_turn_complete ?? "stay");
  const others = workflow.steps.filter(({ id }) => id !== step?.id);

  const submit = (data: FormData) => {
    const { name, after: on_turn_complete, target } = typed.parse(Object.fromEntries(data));
    if (name.trim() === "") return fail(t("needsName"));
    const change = {
      name: name.trim(),
      on_turn_complete,
      ...(on_turn_complete === "move_to_step" && { move_to_step_id: target ?? null }),
    };
    void run(() => (step === undefined ? createStep(workflow.id, change) : updateStep(step.id, change)));
  };
  return (
    <FormDialog
      title={t(step === undefined ? "addTitle" : "editTitle")}
      submitLabel={t(step === undefined ? "add" : "save")}
      closeLabel={t("close")}
      error={error}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t("name")} name="name" defaultValue={step?.name ?? ""} autoComplete="off" />
      <FieldFrame id={afterId} label={t("after")} hint={t("afterHint")}>
        <select
          id={afterId}
          name="after"
          value={after}
          onChange={(event) => setAfter(event.target.value)}
          aria-describedby={`${afterId}-hint`}
          className={FIELD}
        >
          <option value="stay">{t("stay")}</option>
          <option value="move_to_next">{t("next")}</option>
          {others.length > 0 && <option value="move_to_step">{t("other")}</option>}
        </select>
      </FieldFrame>
      {after === "move_to_step" && (
        <FieldFrame id={targetId} label={t("target")}>
          <select
            id={targetId}
            name="target"
            defaultValue={step?.move_to_step_id ?? others[0]?.id}
            className={FIELD}
          >
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
      )}
    </FormDialog>
  );
}
