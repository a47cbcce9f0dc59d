"use client";

import { CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { OpenPermissionView, SettledPermissionView } from "@/lib/views";
import { actionSubject } from "../../decisions/permission/action-words";
import type { Closed } from "../../decisions/permission/permissions-state";
import { VisibleText } from "../../decisions/permission/visible-text";
import { choiceWords, closedHeadline } from "../../decisions/permission/wording";
import type { Tone } from "../../decisions/outcome/wording";
import { useDecisionTexts } from "../../decisions/use-decision-texts";
import { IconButton } from "../../ui/icon-button";

interface Props {
  prompt: OpenPermissionView;
  how: Closed;
  settled: SettledPermissionView | null;
  held: boolean;
  /** Stable: the time to dismissal starts anew when it changes. */
  onDismiss: (requestId: string) => void;
}

const ICONS = { good: CircleCheck, plain: Info, warn: TriangleAlert } satisfies Record<Tone, unknown>;
const COLOURS: Record<Tone, string> = { good: "text-good", plain: "text-muted", warn: "text-permission" };

/** Good news needs no click; the transcript keeps it. */
const DISMISS_AFTER_MS = 8000;

/** What became of a prompt that was open here, in the place where it was. */
export function ClosedLine({ prompt, how, settled, held, onDismiss }: Props) {
  const t = useTranslations("chat.permissions");
  const texts = useDecisionTexts();
  const requestId = prompt.request_id;
  const { tone, title, detail } = closedHeadline(texts, prompt, how, settled);
  const unsent = tone !== "good" && how.kind !== "delivered" ? how.choice : null;
  const passing = unsent === null && !held;

  useEffect(() => {
    if (!passing) return;
    const timer = window.setTimeout(() => onDismiss(requestId), DISMISS_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [passing, onDismiss, requestId]);

  const Icon = ICONS[tone];
  const subject =
    actionSubject(prompt.action).text || prompt.title || texts.t(`action.${prompt.action.type}`);
  return (
    <div className="flex items-start gap-2" data-testid="permission-outcome" data-tone={tone}>
      <Icon size={16} className={`mt-0.5 shrink-0 ${COLOURS[tone]}`} aria-hidden />
      <div className="min-w-0 flex-1">
        <p>
          <span className="prose-text font-medium">{title}</span>
          {detail !== "" && <span className="text-muted">{` · ${detail}`}</span>}
        </p>
        {unsent !== null && (
          <p className="prose-text text-meta text-muted">
            {t("unsent", { choice: choiceWords(texts, prompt, unsent) })}
          </p>
        )}
        <p dir="ltr" className="truncate font-mono text-meta text-muted">
          <VisibleText text={subject.split("\n")[0] ?? ""} />
        </p>
      </div>
      <IconButton label={texts.common("dismiss")} onClick={() => onDismiss(requestId)}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
