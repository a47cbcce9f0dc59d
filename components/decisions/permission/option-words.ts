import { Ban, Check, CheckCheck, CircleHelp, type LucideIcon, X } from "lucide-react";
import type { Translate } from "@/lib/i18n/translate";
import type { PermissionOptionView } from "@/lib/views";

const KINDS = {
  allow_once: { icon: Check, colour: "text-good" },
  allow_always: { icon: CheckCheck, colour: "text-permission" },
  reject_once: { icon: X, colour: "text-bad" },
  reject_always: { icon: Ban, colour: "text-bad" },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly colour: string }>;

const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);

/** What an option means, by its kind; an unknown kind in the agent's own word. */
export function optionKind(t: Translate<"decisions">, kind: string) {
  return isKnown(kind)
    ? { ...KINDS[kind], words: t(`option.${kind}`) }
    : { icon: CircleHelp, colour: "text-muted", words: kind.replaceAll("_", " ") };
}

/** The agent's own name for an option; its id where there is none. */
export const optionLabel = ({ name, option_id }: PermissionOptionView): string =>
  name.trim() === "" ? option_id : name;

/** True when one of the options says no. Without one a person may cancel the prompt. */
export const canReject = (options: readonly PermissionOptionView[]): boolean =>
  options.some(({ kind }) => kind.startsWith("reject_"));
