"use client";

import { LoaderCircle, LogIn } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { signInElsewhere, signInWithPassword } from "@/lib/client/accounts";
import { endOldDocument } from "@/lib/client/session-end";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { ScriptForm } from "../ui/script-form";
import { PasswordField } from "./password-field";
import { credentialsProblem } from "./wording";

const typed = z.object({ email: z.string(), password: z.string() });

interface Props {
  /** Where it goes afterwards: a path of ours. */
  from: string;
  /** What the address says went wrong, '' for nothing. */
  problem: string;
  provider: { readonly id: string; readonly name: string } | null;
}

/** E-mail address and password, or the single sign-on provider. */
export function SignInForm({ from, problem, provider }: Props) {
  const t = useTranslations("accounts");
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState<"" | "password" | "provider">("");
  const [error, setError] = useState(problem);

  useEffect(endOldDocument, []);

  const fail = (message: string, field: "email" | "password") => {
    setBusy("");
    setError(message);
    const input = form.current?.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.select();
  };
  const signIn = async (data: FormData) => {
    if (busy !== "") return;
    const { email, password } = typed.parse(Object.fromEntries(data));
    if (email.trim() === "") return fail(t("signIn.needsEmail"), "email");
    if (password === "") return fail(t("signIn.needsPassword"), "password");
    setBusy("password");
    setError("");
    const failed = credentialsProblem(t, await signInWithPassword({ email, password }));
    if (failed !== "") fail(failed, "password");
    else window.location.replace(from); // stays busy until the page comes
  };
  const goToProvider = async (id: string) => {
    setBusy("provider");
    setError("");
    if (await signInElsewhere(id, from)) return;
    setBusy("");
    setError(credentialsProblem(t, "unreachable"));
  };
  return (
    <>
      <ScriptForm ref={form} className="flex flex-col gap-4" onSend={(data) => void signIn(data)}>
        <TextField
          label={t("email")}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          data-testid="sign-in-email"
        />
        <PasswordField
          label={t("password")}
          name="password"
          autoComplete="current-password"
          data-testid="sign-in-password"
        />
        <p role="alert" className="prose-text text-meta text-bad empty:hidden" data-testid="sign-in-error">
          {error}
        </p>
        <Button
          type="submit"
          variant="primary"
          className="h-8.5"
          blocked={busy !== ""}
          data-testid="sign-in-submit"
        >
          {busy === "password" && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
          {t(busy === "password" ? "signIn.busy" : "signIn.submit")}
        </Button>
      </ScriptForm>
      {provider !== null && (
        <>
          <p className="my-4 flex items-center gap-3 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t("signIn.or")}
          </p>
          <Button
            className="h-8.5 w-full"
            blocked={busy !== ""}
            data-testid="sign-in-provider"
            onClick={() => void goToProvider(provider.id)}
          >
            {busy === "provider" ? (
              <LoaderCircle size={14} className="animate-spin" aria-hidden />
            ) : (
              <LogIn size={14} aria-hidden />
            )}
            <span className="truncate">{t("signIn.provider", { provider: provider.name })}</span>
          </Button>
        </>
      )}
    </>
  );
}
