"use client";

import { type ComponentProps, useState } from "react";
import { TextField } from "../ui/field";

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "end">) {
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
          aria-label={shown ? "Hide password" : "Show password"}
          className="absolute inset-y-px end-px rounded-md px-2.5 text-meta text-muted hover:text-ink pointer-coarse:min-w-11"
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </button>
      }
    />
  );
}
