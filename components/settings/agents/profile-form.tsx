"use client";

import { LoaderCircle, Plus, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { announce } from "@/lib/client/announce";
import { createProfile } from "@/lib/client/agents";
import { requestRefresh } from "@/lib/client/live/live-store";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useFailureText } from "../../ui/use-failure-text";
import { AreaField } from "./area-field";
import { parseArgs, parseEnv, splitCommand } from "./parse-profile";
import { type Preset, PRESETS } from "./presets";

const EMPTY = { name: "", command: "", args: "", env: "", cwd: "", autoApprove: false };

/** Adds a way to start an agent. What is typed as a value in its environment leaves this page once and never comes back. */
export function ProfileForm() {
  const t = useTranslations("settings.form");
  const needs = useTranslations("settings.preset");
  const failureText = useFailureText();
  const errorId = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(EMPTY);
  const [preset, setPreset] = useState<Preset | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const change = (part: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...part }));

  const fill = (chosen: Preset) => {
    setPreset(chosen);
    setError("");
    change({ name: chosen.name, command: chosen.command, args: chosen.args.join("\n") });
    nameField.current?.focus();
  };
  /** A command line that was pasted as the command is what people mean: it is shown taken apart. */
  const takeApart = () => {
    const parts = typed.args === "" ? splitCommand(typed.command) : undefined;
    if (parts !== undefined) change({ command: parts.command, args: parts.args.join("\n") });
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const name = typed.name.trim();
    const command = typed.command.trim();
    if (name === "" || command === "") return setError(t("needsBoth"));
    const env = parseEnv(typed.env);
    if (!env.ok) return setError(t(`envProblem.${env.problem}`, { line: env.line, name: env.name }));
    setBusy(true);
    setError("");
    const result = await createProfile({
      name,
      command,
      args: parseArgs(typed.args),
      env: env.env,
      cwd: typed.cwd.trim(),
      auto_approve: typed.autoApprove,
    });
    setBusy(false);
    if (!result.ok) return setError(failureText(result.failure));
    setTyped(EMPTY);
    setPreset(null);
    announce(t("added", { name }));
    requestRefresh();
  };

  return (
    <form
      onSubmit={(event) => void add(event)}
      className="flex flex-col gap-4"
      noValidate
      data-testid="profile-form"
    >
      <div>
        <p id={`${errorId}-presets`} className="mb-1 font-medium">
          {t("startFrom")}
        </p>
        <div role="group" aria-labelledby={`${errorId}-presets`} className="flex flex-wrap gap-2">
          {PRESETS.map((known) => (
            <Button
              key={known.name}
              data-testid="profile-preset"
              aria-pressed={preset?.name === known.name}
              className={preset?.name === known.name ? "border-accent bg-accent-soft" : undefined}
              onClick={() => fill(known)}
            >
              {known.name}
            </Button>
          ))}
        </div>
        {preset !== null && <p className="mt-1.5 text-meta text-muted">{needs(preset.id)}</p>}
      </div>
      <TextField
        ref={nameField}
        label={t("name")}
        autoComplete="off"
        data-testid="profile-name"
        value={typed.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t("command")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        data-testid="profile-command"
        hint={t("commandHint")}
        value={typed.command}
        onChange={(event) => change({ command: event.target.value })}
        onBlur={takeApart}
      />
      <AreaField
        label={t("args")}
        hint={t("argsHint")}
        testId="profile-args"
        value={typed.args}
        onChange={(args) => change({ args })}
      />
      <AreaField
        label={t("env")}
        hint={t("envHint")}
        testId="profile-env"
        value={typed.env}
        onChange={(env) => change({ env })}
      />
      <TextField
        label={t("cwd")}
        optional
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        data-testid="profile-cwd"
        hint={t("cwdHint")}
        value={typed.cwd}
        onChange={(event) => change({ cwd: event.target.value })}
      />
      <div>
        <label className="flex items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:items-center">
          <input
            type="checkbox"
            data-testid="profile-auto-approve"
            aria-describedby={`${errorId}-auto`}
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={typed.autoApprove}
            onChange={(event) => change({ autoApprove: event.target.checked })}
          />
          <span className="font-medium">{t("autoApprove")}</span>
        </label>
        <p
          id={`${errorId}-auto`}
          className={`mt-1 flex gap-1.5 text-meta ${typed.autoApprove ? "text-permission" : "text-muted"}`}
        >
          <TriangleAlert size={14} className="mt-[3px] shrink-0" aria-hidden />
          {t("autoApproveText")}
        </p>
      </div>
      <p
        id={errorId}
        role="alert"
        className="prose-text text-meta text-bad empty:hidden"
        data-testid="profile-error"
      >
        {error}
      </p>
      <div>
        <Button type="submit" variant="primary" blocked={busy} data-testid="profile-add">
          {busy ? (
            <LoaderCircle size={16} className="animate-spin" aria-hidden />
          ) : (
            <Plus size={16} aria-hidden />
          )}
          {t("add")}
        </Button>
      </div>
    </form>
  );
}
