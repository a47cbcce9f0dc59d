"use client";

import { LoaderCircle, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { TOKEN_NAME_LIMIT } from "@/lib/auth/tokens/limits";
import { createToken } from "@/lib/client/accounts";
import { Button } from "../../ui/button";
import { FIELD, FieldFrame, TextField } from "../../ui/field";
import { ScriptForm } from "../../ui/script-form";
import { useFailureText } from "../../ui/use-failure-text";
import type { ShownToken } from "./new-token";

/** In days; '' does not expire. */
const EXPIRIES = ["30", "90", "365", ""] as const;
const typed = z.object({ name: z.string(), days: z.string() });

/** Makes a token with a name and a time after which it ends by itself. */
export function TokenForm({ onMade }: { onMade: (token: ShownToken) => void }) {
  const t = useTranslations("accounts.tokens");
  const failureText = useFailureText();
  const form = useRef<HTMLFormElement>(null);
  const expiryId = useId();
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
    const { name, days } = typed.parse(Object.fromEntries(data));
    if (name.trim() === "") return fail(t("needsName"));
    if ([...name.trim()].length > TOKEN_NAME_LIMIT) return fail(t("longName", { limit: TOKEN_NAME_LIMIT }));
    setBusy(true);
    setError("");
    const made = await createToken({ name, ...(days !== "" && { expires_in_days: Number(days) }) });
    if (!made.ok) return fail(failureText(made.failure));
    setBusy(false);
    form.current?.reset();
    onMade({ ...made.value, name: name.trim(), origin: window.location.origin });
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
          aria-describedby={`${expiryId}-error`}
          data-testid="token-name"
        />
        <FieldFrame id={expiryId} label={t("expires")} className="max-sm:flex-1">
          <select
            id={expiryId}
            name="days"
            defaultValue="90"
            className={`${FIELD} h-8.5`}
            data-testid="token-expiry"
          >
            {EXPIRIES.map((days) => (
              <option key={days} value={days}>
                {days === "" ? t("never") : t("inDays", { days: Number(days) })}
              </option>
            ))}
          </select>
        </FieldFrame>
        <Button
          type="submit"
          variant="primary"
          blocked={busy}
          className="h-8.5 max-sm:w-full"
          data-testid="token-create"
        >
          {busy ? (
            <LoaderCircle size={16} className="animate-spin" aria-hidden />
          ) : (
            <Plus size={16} aria-hidden />
          )}
          {t("make")}
        </Button>
      </div>
      <p
        id={`${expiryId}-error`}
        role="alert"
        className="prose-text mt-2 text-meta text-bad empty:hidden"
        data-testid="token-error"
      >
        {error}
      </p>
    </ScriptForm>
  );
}
