"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { PermissionEntry } from "../../decisions/permission/permissions-state";
import { closedHeadline } from "../../decisions/permission/wording";
import { type DecisionTexts, saidHeadline } from "../../decisions/outcome/wording";
import { useDecisionTexts } from "../../decisions/use-decision-texts";
import { announce } from "@/lib/client/announce";
import type { SettledPermissionView } from "@/lib/views";

/** Says that a prompt has come and what became of it, each once. */
export function useSaid(
  entries: readonly PermissionEntry[],
  settledOf: (requestId: string) => SettledPermissionView | null,
): void {
  const t = useTranslations("chat.permissions");
  const texts = useDecisionTexts();
  const said = useRef(new Map<string, string>());
  useEffect(() => {
    const asked: string[] = [];
    const ended: string[] = [];
    for (const { prompt, phase } of entries) {
      const before = said.current.get(prompt.request_id);
      const now = phase.kind === "closed" ? endingOf(texts, prompt, phase.how, settledOf) : "open";
      if (now === before) continue;
      said.current.set(prompt.request_id, now);
      if (now !== "open") ended.push(now);
      else if (before === undefined) asked.push(prompt.title || texts.t(`action.${prompt.action.type}`));
    }
    const [first, ...more] = asked;
    const question =
      first === undefined
        ? []
        : more.length === 0
          ? [t("asksOne", { what: first })]
          : [t("asksMany", { count: asked.length })];
    const text = [...ended, ...question].join(" ");
    if (text !== "") announce(text);
  });
}

function endingOf(
  texts: DecisionTexts,
  prompt: PermissionEntry["prompt"],
  how: Extract<PermissionEntry["phase"], { kind: "closed" }>["how"],
  settledOf: (requestId: string) => SettledPermissionView | null,
): string {
  return saidHeadline(texts, closedHeadline(texts, prompt, how, settledOf(prompt.request_id)));
}
