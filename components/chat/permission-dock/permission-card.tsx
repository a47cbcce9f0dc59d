"use client";

import { clsx } from "clsx";
import { LoaderCircle, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useLayoutEffect, useRef } from "react";
import type { PermissionChoice } from "@/lib/client/permissions";
import type { SettledPermissionView } from "@/lib/views";
import { ActionDetails } from "../../decisions/permission/action-details";
import { ActionIcon } from "../../decisions/permission/action-icon";
import type { PermissionEntry } from "../../decisions/permission/permissions-state";
import { permissionFailureWords } from "../../decisions/permission/wording";
import { useDecisionTexts } from "../../decisions/use-decision-texts";
import { Age } from "../../ui/age";
import { Button } from "../../ui/button";
import { ClosedLine } from "./closed-line";
import { OptionButtons } from "./option-buttons";

interface Props {
  entry: PermissionEntry;
  settled: SettledPermissionView | null;
  /** Somebody is about to act in the dock: the card keeps its height whatever becomes of it. */
  held: boolean;
  blocked: boolean;
  /** The only one: it may take more room, and its options stay in sight. */
  alone: boolean;
  onDecide: (choice: PermissionChoice) => void;
  onDismiss: (requestId: string) => void;
}

/** One prompt: what the agent wants to do, and every way to answer; afterwards what became of it, in the same place. */
export function PermissionCard({ entry, settled, held, blocked, alone, onDecide, onDismiss }: Props) {
  const t = useTranslations("chat.permissions");
  const texts = useDecisionTexts();
  const { prompt, phase } = entry;
  const headingId = useId();
  const card = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const hadFocus = useRef(false);
  const closed = phase.kind === "closed";

  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    if (closed && !held) height.current = 0; // given up once, it is not taken again
    element.style.minHeight = closed ? `${height.current}px` : "";
    if (!closed) height.current = element.offsetHeight;
    // The button that had the focus is gone: its prompt takes it, not another prompt's button.
    if (hadFocus.current && document.activeElement === document.body) element.focus({ preventScroll: true });
  });

  return (
    <div
      ref={card}
      tabIndex={-1}
      role="group"
      aria-labelledby={headingId}
      aria-busy={phase.kind === "sending"}
      data-permission-card
      data-testid="permission-card"
      data-request-id={prompt.request_id}
      data-phase={phase.kind}
      className="border-t border-line py-2 outline-none first:border-t-0 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-text"
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
    >
      <div className="column flex flex-col gap-2">
        <p className={`flex items-center gap-1.5 text-meta ${closed ? "sr-only" : ""}`}>
          <ActionIcon type={prompt.action.type} className="text-permission" />
          <span id={headingId} className="font-medium">
            {texts.t(`action.${prompt.action.type}`)}
          </span>
          <span className="ms-auto shrink-0 text-muted">
            {texts.common.rich("blocked", {
              word: (text) => <span className="max-sm:sr-only">{text}</span>,
              age: () => <Age since={prompt.created_at} />,
            })}
          </span>
        </p>
        {closed ? (
          <ClosedLine prompt={prompt} how={phase.how} settled={settled} held={held} onDismiss={onDismiss} />
        ) : (
          <>
            <ActionDetails
              action={prompt.action}
              title={prompt.title}
              cap={alone ? "max-h-[24dvh]" : "max-h-[14dvh]"}
            />
            {prompt.options.length === 0 && <p className="text-meta text-muted">{t("noOptions")}</p>}
            {/* Always in sight where it cannot be taken for another prompt's. */}
            <div
              className={clsx(
                "flex flex-col gap-2 bg-raised",
                alone && "sticky bottom-0 -mb-2 border-t border-line py-2",
              )}
            >
              {prompt.deciding && phase.kind !== "sending" && <Deciding />}
              {phase.kind === "failed" && (
                <div
                  role="alert"
                  data-testid="permission-error"
                  className="flex items-center gap-2 rounded-md bg-bad-soft py-1.5 ps-2.5 pe-1.5 text-bad"
                >
                  <TriangleAlert size={16} className="shrink-0" aria-hidden />
                  <p className="prose-text min-w-0 flex-1">{permissionFailureWords(texts, phase.failure)}</p>
                  <Button
                    data-testid="permission-retry"
                    blocked={blocked || prompt.deciding}
                    onClick={() => onDecide(phase.choice)}
                  >
                    {texts.common("retry")}
                  </Button>
                </div>
              )}
              <OptionButtons
                prompt={prompt}
                sending={phase.kind === "sending" ? phase.choice : null}
                blocked={blocked || prompt.deciding}
                onChoose={onDecide}
              />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function Deciding() {
  const t = useTranslations("chat.permissions");
  return (
    <p className="flex items-center gap-1.5 text-meta text-muted">
      <LoaderCircle size={14} className="animate-spin" aria-hidden />
      {t("deciding")}
    </p>
  );
}
