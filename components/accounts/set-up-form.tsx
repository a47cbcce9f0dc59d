"use client";

import { LoaderCircle } from "lucide-react";
import { useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { createFirstAccount, signInWithPassword } from "@/lib/client/accounts";
import type { Failure } from "@/lib/client/http";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { ScriptForm } from "../ui/script-form";
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
    if (account.email.trim() === "") return fail("An account needs an e-mail address.", "email");
    const { least, most } = passwordLength;
    const length = [...account.password].length;
    if (length < least || length > most)
      return fail(`The password must have ${least} to ${most} characters.`, "password");
    if (needsCode && (code ?? "").trim() === "") return fail("Enter the set-up code.", "code");
    setBusy(true);
    setError({ message: "" });
    const made = await createFirstAccount({
      ...account,
      ...(code !== undefined && { code }),
      claim_workspace_ids: claim === undefined ? [] : "all",
    });
    if (!made.ok) {
      const { message, field } = refused(made.failure);
      return fail(message, field, made.failure.code === "conflict");
    }
    // The account is there now: if signing in fails, its page is the place to try again.
    const failed = await signInWithPassword(account);
    window.location.replace(failed === "" ? "/" : "/sign-in");
  };
  return (
    <ScriptForm ref={form} className="flex flex-col gap-4" onSend={(data) => void create(data)}>
      <TextField label="Name" optional name="name" autoComplete="name" autoFocus data-testid="set-up-name" />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        hint="You sign in with it. Nothing is sent to it."
        invalid={error.field === "email"}
        data-testid="set-up-email"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${passwordLength.least} characters.`}
        invalid={error.field === "password"}
        data-testid="set-up-password"
      />
      {needsCode && (
        <TextField
          label="Set-up code"
          name="code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="The server prints it where it was started, in the line that begins with “First run”. It shows that you are who runs this server."
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
              Sign in
            </a>
          </>
        )}
      </p>
      <Button type="submit" variant="primary" className="h-8.5" blocked={busy} data-testid="set-up-submit">
        {busy && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
        {busy ? "Creating your account…" : "Create account"}
      </Button>
    </ScriptForm>
  );
}

/** What the server said, and which field it is about. */
function refused({ code, message }: Failure): { message: string; field?: FieldName } {
  if (code === "conflict") return { message: "Somebody has set up this server already." };
  if (code === "forbidden")
    return { message: "This is not the code that the server printed at its start.", field: "code" };
  const [name = "", ...rest] = message.split(": ");
  if (name === "email") return { message: `The e-mail address ${rest.join(": ")}.`, field: name };
  if (name === "password") return { message: `The password ${rest.join(": ")}.`, field: name };
  if (name === "claim_workspace_ids")
    return { message: "The workspaces have changed meanwhile. Reload this page and choose again." };
  return { message };
}

function Claim({ ownerless }: Pick<Props, "ownerless">) {
  const id = useId();
  const { count } = ownerless;
  const one = count === 1;
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
        {one ? "Make this workspace mine" : `Make these ${count} workspaces mine`}
      </label>
      <div id={`${id}-what`} className="ps-5.5 text-meta text-muted pointer-coarse:ps-6.5">
        {names.length > 0 && (
          <ul className="mt-1 text-ink pointer-coarse:mt-0" data-testid="set-up-workspaces">
            {names.map((name, index) => (
              <li key={index} dir="auto" className="truncate">
                {name || "(no name)"}
              </li>
            ))}
            {count > SHOWN_NAMES && <li>{`and ${count - SHOWN_NAMES} more`}</li>}
          </ul>
        )}
        <p className="mt-1">
          {one
            ? "Until it is somebody's, everybody who signs in sees it and its tasks."
            : "Until they are somebody's, everybody who signs in sees them and their tasks."}
        </p>
      </div>
    </div>
  );
}
