"use client";

import { Check, Ellipsis } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import { endSession, startTurn } from "@/lib/client/tasks";
import type { AgentProfileView, SessionSummaryView } from "@/lib/views";
import { LazyLaunchDialog } from "../tasks/launch/lazy-launch-dialog";
import { PendingIcon } from "../tasks/task-badge";
import { hasEnded, stateWords } from "../tasks/words";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../ui/menu";
import { useFailureText } from "../ui/use-failure-text";
import { ConnectItem } from "./connect-item";

interface Props {
  taskId: string;
  session: SessionSummaryView | null;
  sessions: readonly SessionSummaryView[];
  profiles: readonly AgentProfileView[];
}

/** What can be done to a session from here; both make its open questions unanswerable, so both are asked for twice. */
const ACTIONS = {
  turn: (id: string) => startTurn(id),
  completed: (id: string) => endSession(id, "completed"),
  cancelled: (id: string) => endSession(id, "cancelled"),
} as const;
type Action = keyof typeof ACTIONS;

/** The sessions of a task and what can be done with the one shown. */
export function SessionMenu({ taskId, session, sessions, profiles }: Props) {
  const t = useTranslations("chat.menu");
  const tasks = useTranslations("tasks");
  const failureText = useFailureText();
  const [launching, setLaunching] = useState(false);
  const [action, setAction] = useState<Action | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const run = async () => {
    if (action === null || session === null) return;
    setBusy(true);
    const result = await ACTIONS[action](session.id);
    setBusy(false);
    if (!result.ok) return setError(failureText(result.failure));
    setAction(null);
    requestRefresh();
  };
  return (
    <>
      <Menu label={t("label")} data-testid="task-menu" icon={<Ellipsis size={16} aria-hidden />}>
        {sessions.length > 1 && (
          <>
            <MenuLabel>{t("sessions")}</MenuLabel>
            {sessions.map((other, index) => (
              <MenuItem key={other.id} asChild>
                <Link href={`/tasks/${encodeURIComponent(taskId)}?session=${encodeURIComponent(other.id)}`}>
                  <PendingIcon action={other.pending_action} />
                  <span className="flex-1">
                    {[
                      t("session", { number: index + 1 }),
                      ...(other.agent_name === "" ? [] : [other.agent_name]),
                      stateWords(tasks, other.state),
                    ].join(" · ")}
                  </span>
                  {other.id === session?.id && <Check size={14} aria-label={t("shown")} />}
                </Link>
              </MenuItem>
            ))}
            <MenuLine />
          </>
        )}
        {profiles.length > 0 && (
          <MenuItem data-testid="menu-launch" onSelect={() => setLaunching(true)}>
            {t("launch")}
          </MenuItem>
        )}
        <ConnectItem taskId={taskId} />
        {session !== null && !hasEnded(session.state) && (
          <>
            {session.agent === "external" && (
              <MenuItem onSelect={() => setAction("turn")}>{t("turn.item")}</MenuItem>
            )}
            <MenuLine />
            <MenuItem onSelect={() => setAction("completed")}>{t("completed.item")}</MenuItem>
            <MenuItem onSelect={() => setAction("cancelled")} className="text-bad">
              {t("cancelled.item")}
            </MenuItem>
          </>
        )}
      </Menu>
      {launching && (
        <LazyLaunchDialog taskId={taskId} profiles={profiles} onClose={() => setLaunching(false)} />
      )}
      {action !== null && (
        <ConfirmDialog
          title={t(`${action}.title`)}
          confirmLabel={t(`${action}.confirm`)}
          error={error}
          busy={busy}
          onConfirm={() => void run()}
          onClose={() => {
            setAction(null);
            setError("");
          }}
        >
          {t(`${action}.text`)}
        </ConfirmDialog>
      )}
    </>
  );
}
