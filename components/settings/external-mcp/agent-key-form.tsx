"use client";

import { LoaderCircle, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { KEY_NAME_LIMIT } from "@/lib/agent-keys/limits";
import { createAgentKey } from "@/lib/client/agent-keys";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { ScriptForm } from "../../ui/script-form";
import { useFailureText } from "../../ui/use-failure-text";

/** A key that was just made: the only time its value is known. */
export interface MadeKey {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

const typed = z.object({ name: z.string() });

interface Props {
  workspaceId: string;
  onMade: (key: MadeKey) => void;
}

/** Makes a key with a name. */
export function AgentKeyForm({ workspaceId, onMade }: Props) {
  const t = useTranslations("externalMcp.keys");
  const failureText = useFailureText();
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const fail = (message: string) => {
    setBusy(false);
    setError(message);
    const input = form.current?.elements.namedItem("name");
    if (input instanceof HTMLInputElement) input.focus();
  };
  const create = async (data: FormData) => {
    if (busy) return;
    const name = typed.parse(Object.fromEntries(data)).name.trim();
    if (name === "") return fail(t("needsName"));
    if ([...name].length > KEY_NAME_LIMIT) return fail(t("longName", { limit: KEY_NAME_LIMIT }));
    setBusy(true);
    setError("");
    const made = await createAgentKey(workspaceId, name);
    if (!made.ok) return fail(failureText(made.failure));
    setBusy(false);
    form.current?.reset();
    onMade({ ...made.value, name });
  };
  return (
    <ScriptForm ref={form} onSend={(data) => void create(data)}>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t("name")}
          name="name"
          autoComplete="off"
          placeholder={t("example")}
          className="min-w-56 flex-1"
          invalid={error !== ""}
          aria-describedby={errorId}
          data-testid="key-name"
        />
        <Button
          type="submit"
          variant="primary"
          blocked={busy}
          className="h-8.5 max-sm:w-full"
          data-testid="key-create"
        >
          {busy ? (
            <LoaderCircle size={16} className="animate-spin" aria-hidden />
          ) : (
            <Plus size={16} aria-hidden />
          )}
          {t("make")}
        </Button>
      </div>
      <p id={errorId} role="alert" className="prose-text mt-2 text-meta text-bad empty:hidden">
        {error}
      </p>
    </ScriptForm>
  );
}
