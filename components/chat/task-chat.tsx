import { History } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { SessionSummaryView, TaskPageView } from "@/lib/views";
import { ConnectButton } from "../tasks/connect/connect-button";
import { ConnectPanel } from "../tasks/connect/connect-panel";
import { LaunchButton } from "../tasks/launch/launch-button";
import { hasEnded } from "../tasks/words";
import { buttonClass } from "../ui/button";
import { Markdown } from "../ui/markdown";
import { ShortcutScope } from "../ui/shortcut-scope";
import { Composer } from "./composer";
import { DecisionDocks } from "./decision-docks";
import { QueuedMessages } from "./queued-messages";
import { runWords } from "./run-words";
import { SessionOver } from "./session-over";
import { TaskHeader } from "./task-header";
import { Transcript } from "./transcript";

/** Of these the docks know what became of them; older ones were not open while this page was. */
const RECENT_DECISIONS = 100;

interface Props {
  page: TaskPageView;
  /** Where more of the transcript is shown, '' when there is no more. */
  earlierHref: string;
}

/** A task: who it is about, what was said, what is asked now, and a place to write. */
export function TaskChat({ page, earlierHref }: Props) {
  const t = useTranslations("chat");
  const { session, transcript } = page;
  const quiet = page.open_questions.length === 0 && page.open_permissions.length === 0;
  return (
    <ShortcutScope
      aria-label={t("chat")}
      data-testid="chat"
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <TaskHeader page={page} />
      {session === null ? (
        <NoSession page={page} />
      ) : (
        <>
          <div
            role="region"
            aria-label={t("transcript")}
            tabIndex={0}
            // Reversed, a scroller begins at its end and stays there when something is added.
            className={`flex min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2 ${transcript.length === 0 ? "flex-col" : "flex-col-reverse"}`}
          >
            <div className="mb-auto w-full">
              {earlierHref === "" ? (
                <Description text={page.task.description} />
              ) : (
                <p className="pt-3 text-center">
                  <Link
                    href={earlierHref}
                    replace
                    scroll={false}
                    prefetch={false}
                    className={buttonClass("ghost")}
                  >
                    <History size={14} aria-hidden />
                    {t("earlier")}
                  </Link>
                </p>
              )}
              {transcript.length > 0 && <Transcript session={session} items={transcript} />}
              {transcript.length === 0 && quiet && <Silence session={session} />}
              {session.agent === "external" && !hasEnded(session.state) && (
                <ConnectPanel key={session.id} session={session} talking={transcript.length > 0 || !quiet} />
              )}
            </div>
          </div>
          <Waiting session={session} page={page} />
        </>
      )}
    </ShortcutScope>
  );
}

/** What waits: messages for the agent, decisions for a person, and the place to write. */
function Waiting({ session, page }: { session: SessionSummaryView; page: TaskPageView }) {
  const t = useTranslations("chat");
  const words = runWords(t, session, page);
  return (
    <>
      <QueuedMessages
        key={`queue-${session.id}`}
        sessionId={session.id}
        messages={page.queued}
        until={words.until}
      />
      <DecisionDocks
        key={`docks-${session.id}`}
        mayPrompt={session.agent === "launched"}
        questions={page.open_questions.map((bundle) => ({
          bundle,
          prompts: bundle.questions.map((question, index) => <Markdown key={index} text={question.prompt} />),
        }))}
        settledQuestions={page.transcript
          .flatMap((item) => (item.kind === "question" ? [item.question] : []))
          .slice(-RECENT_DECISIONS)}
        permissions={page.open_permissions}
        settledPermissions={page.transcript
          .flatMap((item) => (item.kind === "permission" ? [item.permission] : []))
          .slice(-RECENT_DECISIONS)}
      />
      {hasEnded(session.state) ? (
        <SessionOver session={session} profiles={page.agent_profiles} />
      ) : (
        <Composer
          key={`composer-${session.id}`}
          sessionId={session.id}
          words={words}
          workingSince={page.working_since}
        />
      )}
    </>
  );
}

function Description({ text }: { text: string }) {
  if (text.trim() === "") return null;
  return (
    <div className="column pt-4 text-muted">
      <p className="prose-text">{text}</p>
    </div>
  );
}

/** A session in which nothing was said; before its agent has connected there is more to say than that. */
function Silence({ session }: { session: SessionSummaryView }) {
  const t = useTranslations("chat.silence");
  const ended = hasEnded(session.state);
  if (!ended && session.agent === "external" && session.connected_at === "") return null;
  return <p className="column pt-4 text-muted">{t(ended ? "ended" : "yet")}</p>;
}

function NoSession({ page }: { page: TaskPageView }) {
  const t = useTranslations("chat.noAgent");
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Description text={page.task.description} />
      <div className="column py-10">
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        <p className="mt-1 mb-4 max-w-prose text-muted">{t("text")}</p>
        <div className="flex flex-wrap gap-2">
          <ConnectButton taskId={page.task.id} label={t("connect")} variant="primary" />
          {page.agent_profiles.length > 0 && (
            <LaunchButton taskId={page.task.id} profiles={page.agent_profiles} label={t("start")} />
          )}
        </div>
      </div>
    </div>
  );
}
