"use client";

import { clsx } from "clsx";
import { CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PermissionChoice } from "@/lib/client/permissions";
import type { OpenPermissionView } from "@/lib/views";
import { canReject, optionKind, optionLabel } from "../../decisions/permission/option-words";

interface Props {
  prompt: OpenPermissionView;
  /** What is being sent, null for nothing. */
  sending: PermissionChoice | null;
  blocked: boolean;
  onChoose: (choice: PermissionChoice) => void;
}

/** Every option under the agent's own name, and a way out where none of them says no. */
export function OptionButtons({ prompt, sending, blocked, onChoose }: Props) {
  const t = useTranslations("decisions");
  const chat = useTranslations("chat.permissions");
  const { options } = prompt;
  const isSent = (choice: PermissionChoice) =>
    sending !== null &&
    (choice.kind === "cancel"
      ? sending.kind === "cancel"
      : sending.kind === "option" && sending.optionId === choice.optionId);
  const button = (choice: PermissionChoice) => ({
    sent: isSent(choice),
    dimmed: sending !== null && !isSent(choice),
    blocked: blocked || sending !== null,
    onClick: () => onChoose(choice),
  });
  return (
    <div className="flex flex-wrap gap-2 max-sm:flex-col" data-testid="permission-options">
      {options.map((option, index) => {
        const { words, icon, colour } = optionKind(t, option.kind);
        return (
          <ChoiceButton
            key={`${index}-${option.option_id}`}
            {...button({ kind: "option", optionId: option.option_id })}
            icon={icon}
            colour={colour}
            label={optionLabel(option)}
            words={words}
            cap={index < 9 ? `${index + 1}` : ""}
          />
        );
      })}
      {!canReject(options) && (
        <ChoiceButton
          {...button({ kind: "cancel" })}
          icon={CircleX}
          colour="text-bad"
          label={t("option.cancel")}
          words={chat("cancelHint")}
          cap={options.length < 9 ? `${options.length + 1}` : ""}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  colour: string;
  label: string;
  words: string;
  /** The number that chooses it, '' for none. */
  cap: string;
  sent: boolean;
  dimmed: boolean;
  blocked: boolean;
  onClick: () => void;
}

/** It keeps the focus while it does nothing, so that the focus is not lost when a choice is sent. */
function ChoiceButton({
  icon: Icon,
  colour,
  label,
  words,
  cap,
  sent,
  dimmed,
  blocked,
  onClick,
}: ChoiceProps) {
  const t = useTranslations("chat.permissions");
  return (
    <button
      type="button"
      data-option
      data-testid="permission-option"
      aria-disabled={blocked || undefined}
      className={clsx(
        "flex min-h-9 max-w-full min-w-0 items-start gap-2 rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-start",
        "hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:py-2.5",
        blocked && "cursor-default",
        dimmed && "opacity-55",
      )}
      onClick={blocked ? (event) => event.preventDefault() : onClick}
    >
      {sent ? (
        <LoaderCircle size={16} className="mt-0.5 shrink-0 animate-spin text-muted" aria-hidden />
      ) : (
        <Icon size={16} className={clsx("mt-0.5 shrink-0", colour)} aria-hidden />
      )}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 font-medium">{label}</bdi>
        <span className="text-xs text-muted">{sent ? t("sending") : words}</span>
      </span>
      {cap !== "" && (
        <kbd
          aria-hidden
          className="mt-0.5 ms-auto rounded-sm border border-line px-1 font-mono text-xs leading-4 text-muted pointer-coarse:hidden"
        >
          {cap}
        </kbd>
      )}
    </button>
  );
}
