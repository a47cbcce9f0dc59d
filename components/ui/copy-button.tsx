"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "@/lib/client/announce";
import { copyText } from "@/lib/client/copy-text";
import { Button } from "./button";

/** Copies `text` and says so. `what` names it: "Copy token". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = window.setTimeout(() => setState("idle"), 2000);
    return () => window.clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    const copied = await copyText(text);
    setState(copied ? "copied" : "failed");
    announce(copied ? `Copied ${what}.` : `Could not copy ${what}: select and copy it by hand.`);
  };
  return (
    <Button variant="ghost" onClick={() => void copy()} aria-label={`Copy ${what}`} className="px-2">
      {state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className="min-w-12 text-start">
        {state === "idle" ? "Copy" : state === "copied" ? "Copied" : "Not copied"}
      </span>
    </Button>
  );
}
