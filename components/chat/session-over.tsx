import Link from "next/link";
import { useTranslations } from "next-intl";
import type { AgentProfileView, SessionSummaryView } from "@/lib/views";
import { ConnectButton } from "../tasks/connect/connect-button";
import { LaunchButton } from "../tasks/launch/launch-button";

interface Props {
  session: SessionSummaryView;
  profiles: readonly AgentProfileView[];
}

/** In place of the composer: the session is over, why, and how to go on. */
export function SessionOver({ session, profiles }: Props) {
  const t = useTranslations("chat");
  const failed = session.agent === "launched" && session.state === "failed";
  return (
    <div className="shrink-0 border-t border-line" data-testid="session-over">
      <div className="column flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
        <p className="min-w-48 flex-1 text-muted">
          {failed
            ? t.rich("over.failed", {
                link: (text) => (
                  <Link
                    href="/settings/agents"
                    prefetch={false}
                    className="font-medium text-accent-text underline"
                  >
                    {text}
                  </Link>
                ),
              })
            : t("over.ended", { state: session.state })}
        </p>
        {session.agent === "external" || profiles.length === 0 ? (
          <ConnectButton taskId={session.task_id} label={t("menu.connect")} />
        ) : (
          <LaunchButton taskId={session.task_id} profiles={profiles} label={t("over.newSession")} />
        )}
      </div>
    </div>
  );
}
