"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { leaveAccount } from "@/lib/client/sign-out";
import { announce } from "@/lib/client/announce";

export interface SignOut {
  readonly busy: boolean;
  readonly failed: boolean;
  readonly run: () => void;
}

/** Signs out and leaves for the sign-in page. `failed` when the server could not be told: one is still signed in. */
export function useSignOut(): SignOut {
  const t = useTranslations("shell.account");
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const signOut = async () => {
    setState("busy");
    if (await leaveAccount()) return; // stays busy until the other page comes
    setState("failed");
    announce(t("failed"));
  };
  return {
    busy: state === "busy",
    failed: state === "failed",
    run: () => {
      if (state !== "busy") void signOut();
    },
  };
}
