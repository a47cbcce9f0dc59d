"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { TextField } from "../ui/field";

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "end">) {
  const t = useTranslations("accounts");
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      dir="ltr"
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          className="absolute inset-y-px end-px rounded-md px-2.5 text-meta text-muted hover:text-ink pointer-coarse:min-w-11"
          onClick={() => setShown(!shown)}
        >
          {t(shown ? "hide" : "show")}
        </button>
      }
    />
  );
}
