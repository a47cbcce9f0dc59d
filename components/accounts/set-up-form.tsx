"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { createFirstAccount, signInWithPassword } from "@/lib/client/accounts";
import type { Failure } from "@/lib/client/http";
import type { Translate } from "@/lib/i18n/translate";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { ScriptForm } from "../ui/script-form";
import { useFailureText } from "../ui/use-failure-text";
import { PasswordField } from "./password-field";

const typed = z.object({
  name: z.string(),
  email: z.string(),
  password: z.string(),
  code: z.optional(z.string()),
  claim: z.optional(z.string()),
});
type FieldName = "email" | "password" | "code";

/** More names than this are counted. */
const SHOWN_NAMES = 8;

interface Props {
  passwordLength: { readonly least: number; readonly most: number };
  needsCode: boolean;
  /** Workspaces that belong to nobody; their names only where no stranger can read this page. */
  ownerless: { readonly count: number; readonly names: readonly string[] };
}

/** Makes the first account, signs in and goes to the tasks. */
export function SetUpForm({ passwordLength, needsCode, ownerless }: Props) {
  const t = useTranslations("accounts.setUp");
  const accounts = useTranslations("accounts");
  const failureText = useFailureText();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ message: string; field?: FieldName; taken?: boolean }>({
    message: "",
  });

  const fail = (message: string, field?: FieldName, taken = false) => {
    setBusy(false);
    setError({ message, taken, ...(field && { field }) });
    const input = field === undefined ? null : form.current?.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.focus();
  };
  const create = async (data: FormData) => {
    if (busy) return;
    const { claim, code, ...account } = typed.parse(Object.fromEntries(data));
    if (account.email.trim() === "") return fail(t("needsEmail"), "email");
    const { least, most } = passwordLength;
    const length = [...account.password].length;
    if (length < least || length > most) return fail(t("passwordLength", { least, most }), "password");
    if (needsCode && (code ?? "").trim() === "") return fail(t("needsCode"), "code");
    setBusy(true);
    setError({ message: "" });
    const made = await createFirstAccount({
      ...account,
      ...(code !== undefined && { code }),
      claim_workspace_ids: claim === undefined ? [] : "all",
    });
    if (!made.ok) {
      const { message, field } = refused(t, made.failure);
      return fail(message ?? failureText(made.failure), field, made.failure.code === "conflict");
    }
    // The account is there now: if signing in fails, its page is the place to try again.
    const failed = await signInWithPassword(account);
    window.location.replace(failed === "" ? "/" : "/sign-in");
  };
  return (
    <ScriptForm ref={form} className="flex flex-col gap-4" onSend={(data) => void create(data)}>
      <TextField
        label={t("name")}
        optional
        name="name"
        autoComplete="name"
        autoFocus
        data-testid="set-up-name"
      />
      <TextField
        label={accounts("email")}
        name="email"
        type="email"
        autoComplete="username"
        hint={t("emailHint")}
        invalid={error.field === "email"}
        data-testid="set-up-email"
      />
      <PasswordField
        label={accounts("password")}
        name="password"
        autoComplete="new-password"
        hint={t("passwordHint", { least: passwordLength.least })}
        invalid={error.field === "password"}
        data-testid="set-up-password"
      />
      {needsCode && (
        <TextField
          label={t("code")}
          name="code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t("codeHint")}
          invalid={error.field === "code"}
          data-testid="set-up-code"
        />
      )}
      {ownerless.count > 0 && <Claim ownerless={ownerless} />}
      <p role="alert" className="prose-text text-meta text-bad empty:hidden" data-testid="set-up-error">
        {error.message}
        {error.taken === true && (
          <>
            {" "}
            <a href="/sign-in" className="underline">
              {t("signIn")}
            </a>
          </>
        )}
      </p>
      <Button type="submit" variant="primary" className="h-8.5" blocked={busy} data-testid="set-up-submit">
        {busy && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
        {t(busy ? "busy" : "submit")}
      </Button>
    </ScriptForm>
  );
}

/** What a refusal means here, and which field it is about; nothing for one that could come anywhere. */
function refused(
  t: Translate<"accounts.setUp">,
  { code, said }: Failure,
): { message?: string; field?: FieldName } {
  if (code === "conflict") return { message: t("taken") };
  if (code === "forbidden") return { message: t("wrongCode"), field: "code" };
  const [name = "", ...rest] = said.split(": ");
  const problem = rest.join(": ");
  if (name === "email") return { message: t("emailProblem", { problem }), field: name };
  if (name === "password") return { message: t("passwordProblem", { problem }), field: name };
  if (name === "claim_workspace_ids") return { message: t("workspacesChanged") };
  return {};
}

function Claim({ ownerless }: Pick<Props, "ownerless">) {
  const id = useId();
  const t = useTranslations("accounts.setUp");
  const { count } = ownerless;
  const names = ownerless.names.slice(0, SHOWN_NAMES);
  return (
    <div className="rounded-md border border-line p-2.5">
      <label
        htmlFor={id}
        className="flex items-start gap-2 font-medium pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <input
          id={id}
          type="checkbox"
          name="claim"
          aria-describedby={`${id}-what`}
          className="mt-[3px] size-3.5 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-4.5"
          data-testid="set-up-claim"
        />
        {t("claim", { count })}
      </label>
      <div id={`${id}-what`} className="ps-5.5 text-meta text-muted pointer-coarse:ps-6.5">
        {names.length > 0 && (
          <ul className="mt-1 text-ink pointer-coarse:mt-0" data-testid="set-up-workspaces">
            {names.map((name, index) => (
              <li key={index} dir="auto" className="truncate">
                {name || t("noName")}
              </li>
            ))}
            {count > SHOWN_NAMES && <li>{t("moreNames", { count: count - SHOWN_NAMES })}</li>}
          </ul>
        )}
        <p className="mt-1">{t("claimText", { count })}</p>
      </div>
    </div>
  );
}
