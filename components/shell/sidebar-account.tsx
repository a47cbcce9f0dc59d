"use client";

import { useTranslations } from "next-intl";
import type { MeView } from "@/lib/views";
import { Button } from "../ui/button";
import { useSignOut } from "./use-sign-out";

/** Who is signed in, and the way out. */
export function SidebarAccount({ me }: { me: MeView }) {
  const t = useTranslations("shell.account");
  const signOut = useSignOut();
  return (
    <div data-testid="account">
      <div className="flex items-center gap-1 ps-2">
        <p className="min-w-0 flex-1 py-1" title={me.email}>
          <span className="sr-only">{t("signedIn")} </span>
          <span dir="auto" className="block truncate text-meta text-ink" data-testid="account-name">
            {me.name || me.email}
          </span>
          {me.name !== "" && <span className="block truncate text-xs text-muted">{me.email}</span>}
        </p>
        <Button
          variant="ghost"
          className="px-2 text-meta"
          blocked={signOut.busy}
          onClick={signOut.run}
          data-testid="sign-out"
        >
          {t(signOut.busy ? "signingOut" : "signOut")}
        </Button>
      </div>
      {signOut.failed && <p className="px-2 pb-1 text-meta text-bad">{t("stillIn")}</p>}
    </div>
  );
}
