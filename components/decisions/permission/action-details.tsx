import { Eye, FolderOpen, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ActionView } from "@/lib/views";
import { actionSubject, isLeftOut } from "./action-words";
import { hasInvisible, VisibleText } from "./visible-text";

/** From here on it is said how much there is to read, because not all of it is seen at once. */
const LONG_LINES = 6;
const LONG_CHARACTERS = 400;

interface Props {
  action: ActionView;
  title: string;
  /** Classes that cap the height of what is to be read. */
  cap: string;
}

/** What an agent wants to do: the thing itself, all of it, then where, then what else it says about it. */
export function ActionDetails({ action, title, cap }: Props) {
  const t = useTranslations("decisions");
  const subject = actionSubject(action);
  const leftOut = isLeftOut(action);
  const shown = subject.text === "" && !leftOut ? (action.description ?? title) : subject.text;
  const others = [title, action.description ?? ""].filter(
    (text, index, all) => text.trim() !== "" && text !== shown && all.indexOf(text) === index,
  );
  const { cwd } = action;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {action.type === "mcp_tool" && (
        <p className="text-meta text-muted">
          {t.rich("details.server", {
            text: () => (
              <bdi className="font-mono text-ink">
                <VisibleText text={action.server ?? t("details.serverUnnamed")} />
              </bdi>
            ),
          })}
        </p>
      )}
      <pre
        tabIndex={0}
        role="group"
        aria-label={t(`subject.${subject.label}`)}
        data-testid="permission-subject"
        dir="ltr"
        className={`overflow-auto rounded-md border border-line bg-panel px-2.5 py-1.5 font-mono text-meta break-words whitespace-pre-wrap focus-visible:-outline-offset-2 ${cap}`}
      >
        {leftOut ? (
          <strong className="font-sans text-permission">{t("details.leftOut")}</strong>
        ) : shown === "" ? (
          <span className="text-muted">{t("details.unsaid")}</span>
        ) : (
          <VisibleText text={shown} />
        )}
      </pre>
      <Length text={shown} />
      {cwd !== undefined && (
        <Note icon={<FolderOpen size={14} aria-hidden />}>
          {t.rich("details.in", {
            text: () => (
              <bdi className="font-mono text-ink">
                <VisibleText text={cwd} />
              </bdi>
            ),
          })}
        </Note>
      )}
      {others.map((text) => (
        <p key={text} className="prose-text text-meta text-muted">
          <VisibleText text={text} />
        </p>
      ))}
      {[shown, cwd ?? "", action.server ?? "", ...others].some(hasInvisible) && (
        <Note icon={<Eye size={14} aria-hidden />} className="text-permission">
          {t("details.invisible")}
        </Note>
      )}
      {action.redacted && <Note icon={<ShieldCheck size={14} aria-hidden />}>{t("details.masked")}</Note>}
    </div>
  );
}

function Length({ text }: { text: string }) {
  const t = useTranslations("decisions");
  const lines = text.split("\n").length;
  if (lines <= LONG_LINES && text.length <= LONG_CHARACTERS) return null;
  return (
    <p className="text-xs text-muted tabular-nums">
      {t("details.length", { lines, characters: text.length })}
    </p>
  );
}

function Note({
  icon,
  className = "text-muted",
  children,
}: {
  icon: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p className={`flex gap-1.5 text-meta ${className}`}>
      <span className="mt-[3px] shrink-0">{icon}</span>
      <span className="min-w-0">{children}</span>
    </p>
  );
}
