"use client";

import { Check, Ellipsis } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import { endSession, startTurn } from "@/lib/client/tasks";
import type { AgentProfileView, SessionSummaryView } from "@/lib/views";
import { LaunchDialog } from "../tasks/launch/launch-dialog";
import { PendingIcon } from "../tasks/task-badge";
import { hasEnded, stateWords } from "../tasks/words";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { IconButton } from "../ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../ui/menu";
import { ConnectItem } from "./connect-item";

interface Props {
  taskId: string;
  session: SessionSummaryView | null;
  sessions: readonly SessionSummaryView[];
  profiles: readonly AgentProfileView[];
}

/** What can be done to a session from here; both make its open questions unanswerable, so both are asked for twice. */
const ACTIONS = {
  turn: {
    title: "Start a new turn?",
    text: "Open questions of the current turn can no longer be answered afterwards.",
    confirm: "Start a new turn",
    run: (id: string) => startTurn(id),
  },
  completed: {
    title: "Mark this session as completed?",
    text: "The agent is cut off, and what it has asked expires.",
    confirm: "Complete session",
    run: (id: string) => endSession(id, "completed"),
  },
  cancelled: {
    title: "Cancel this session?",
    text: "The agent is cut off, and what it has asked expires.",
    confirm: "Cancel session",
    run: (id: string) => endSession(id, "cancelled"),
  },
} as const;
type Action = keyof typeof ACTIONS;

/** The sessions of a task and what can be done with the one shown. */
export function SessionMenu({ taskId, session, sessions, profiles }: Props) {
  const [launching, setLaunching] = useState(false);
  const [action, setAction] = useState<Action | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const run = async () => {
    if (action === null || session === null) return;
    setBusy(true);
    const result = await ACTIONS[action].run(session.id);
    setBusy(false);
    if (!result.ok) return setError(result.failure.message);
    setAction(null);
    requestRefresh();
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Task menu" data-testid="task-menu">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {sessions.length > 1 && (
          <>
            <MenuLabel>Sessions</MenuLabel>
            {sessions.map((other, index) => (
              <MenuItem key={other.id} asChild>
                <Link href={`/tasks/${encodeURIComponent(taskId)}?session=${encodeURIComponent(other.id)}`}>
                  <PendingIcon action={other.pending_action} />
                  <span className="flex-1">{`Session ${index + 1} · ${other.agent_name === "" ? "" : `${other.agent_name} · `}${stateWords(other.state)}`}</span>
                  {other.id === session?.id && <Check size={14} aria-label="shown" />}
                </Link>
              </MenuItem>
            ))}
            <MenuLine />
          </>
        )}
        {profiles.length > 0 && (
          <MenuItem data-testid="menu-launch" onSelect={() => setLaunching(true)}>
            New session with an agent…
          </MenuItem>
        )}
        <ConnectItem taskId={taskId} />
        {session !== null && !hasEnded(session.state) && (
          <>
            {session.agent === "external" && (
              <MenuItem onSelect={() => setAction("turn")}>Start a new turn…</MenuItem>
            )}
            <MenuLine />
            <MenuItem onSelect={() => setAction("completed")}>Complete session…</MenuItem>
            <MenuItem onSelect={() => setAction("cancelled")} className="text-bad">
              Cancel session…
            </MenuItem>
          </>
        )}
      </Menu>
      {launching && <LaunchDialog taskId={taskId} profiles={profiles} onClose={() => setLaunching(false)} />}
      {action !== null && (
        <ConfirmDialog
          title={ACTIONS[action].title}
          confirmLabel={ACTIONS[action].confirm}
          error={error}
          busy={busy}
          onConfirm={() => void run()}
          onClose={() => {
            setAction(null);
            setError("");
          }}
        >
          {ACTIONS[action].text}
        </ConfirmDialog>
      )}
    </>
  );
}
