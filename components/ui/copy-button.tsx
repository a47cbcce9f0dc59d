"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { announce } from "@/lib/client/announce";
import { copyText } from "@/lib/client/copy-text";
import { Button } from "./button";

/** Copies `text` and says so. `what` names it, as in "Copy the token". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const t = useTranslations("common.copy");
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = window.setTimeout(() => setState("idle"), 2000);
    return () => window.clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    const copied = await copyText(text);
    setState(copied ? "copied" : "failed");
    announce(t(copied ? "said" : "saidFailed", { what }));
  };
  return (
    <Button variant="ghost" onClick={() => void copy()} aria-label={t("named", { what })} className="px-2">
      {state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className="min-w-12 text-start">
        {t(state === "idle" ? "do" : state === "copied" ? "done" : "failed")}
      </span>
    </Button>
  );
}
