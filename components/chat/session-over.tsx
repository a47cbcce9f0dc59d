import Link from "next/link";
import type { AgentProfileView, SessionSummaryView } from "@/lib/views";
import { ConnectButton } from "../tasks/connect/connect-button";
import { LaunchButton } from "../tasks/launch/launch-button";
import { stateWords } from "../tasks/words";

interface Props {
  session: SessionSummaryView;
  profiles: readonly AgentProfileView[];
}

/** In place of the composer: the session is over, why, and how to go on. */
export function SessionOver({ session, profiles }: Props) {
  const failed = session.agent === "launched" && session.state === "failed";
  return (
    <div className="shrink-0 border-t border-line" data-testid="session-over">
      <div className="column flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
        <p className="min-w-48 flex-1 text-muted">
          {failed ? (
            <>
              The agent could not work; the reason is above. Correct it, in{" "}
              <Link
                href="/settings/agents"
                prefetch={false}
                className="font-medium text-accent-text underline"
              >
                Settings, Agents
              </Link>{" "}
              if its profile is wrong, and start a new session.
            </>
          ) : (
            `This session is over (${stateWords(session.state).toLowerCase()}). A new one goes on with the same task.`
          )}
        </p>
        {session.agent === "external" || profiles.length === 0 ? (
          <ConnectButton taskId={session.task_id} label="Connect another agent" />
        ) : (
          <LaunchButton taskId={session.task_id} profiles={profiles} label="New session" />
        )}
      </div>
    </div>
  );
}
