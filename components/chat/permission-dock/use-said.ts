"use client";

import { useEffect, useRef } from "react";
import type { PermissionEntry } from "../../decisions/permission/permissions-state";
import { actionWords } from "../../decisions/permission/action-words";
import { closedHeadline } from "../../decisions/permission/wording";
import { announce } from "@/lib/client/announce";
import type { SettledPermissionView } from "@/lib/views";

/** Says that a prompt has come and what became of it, each once. */
export function useSaid(
  entries: readonly PermissionEntry[],
  settledOf: (requestId: string) => SettledPermissionView | null,
): void {
  const said = useRef(new Map<string, string>());
  useEffect(() => {
    const asked: string[] = [];
    const ended: string[] = [];
    for (const { prompt, phase } of entries) {
      const before = said.current.get(prompt.request_id);
      const now = phase.kind === "closed" ? endingOf(prompt, phase.how, settledOf) : "open";
      if (now === before) continue;
      said.current.set(prompt.request_id, now);
      if (now !== "open") ended.push(now);
      else if (before === undefined) asked.push(prompt.title || actionWords(prompt.action.type));
    }
    const [first, ...more] = asked;
    const question =
      first === undefined
        ? []
        : more.length === 0
          ? [`The agent asks for permission: ${first}.`]
          : [`The agent asks for ${asked.length} permissions.`];
    const text = [...ended, ...question].join(" ");
    if (text !== "") announce(text);
  });
}

function endingOf(
  prompt: PermissionEntry["prompt"],
  how: Extract<PermissionEntry["phase"], { kind: "closed" }>["how"],
  settledOf: (requestId: string) => SettledPermissionView | null,
): string {
  const { title, detail } = closedHeadline(prompt, how, settledOf(prompt.request_id));
  return [title, detail]
    .filter((part) => part !== "")
    .join(", ")
    .replace(/\.?$/, ".");
}
