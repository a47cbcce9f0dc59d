import { Ban, Check, CheckCheck, CircleHelp, type LucideIcon, X } from "lucide-react";
import type { PermissionOptionView } from "@/lib/views";

interface Kind {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly colour: string;
}

const KINDS: Partial<Record<string, Kind>> = {
  allow_once: { words: "allows once", icon: Check, colour: "text-good" },
  allow_always: { words: "allows always", icon: CheckCheck, colour: "text-permission" },
  reject_once: { words: "refuses once", icon: X, colour: "text-bad" },
  reject_always: { words: "refuses always", icon: Ban, colour: "text-bad" },
};

/** What an option means, by its kind; an unknown kind in the agent's own word. */
export const optionKind = (kind: string): Kind =>
  KINDS[kind] ?? { words: kind.replaceAll("_", " "), icon: CircleHelp, colour: "text-muted" };

/** The agent's own name for an option; its id where there is none. */
export const optionLabel = ({ name, option_id }: PermissionOptionView): string =>
  name.trim() === "" ? option_id : name;

/** True when one of the options says no. Without one a person may cancel the prompt. */
export const canReject = (options: readonly PermissionOptionView[]): boolean =>
  options.some(({ kind }) => kind.startsWith("reject_"));
