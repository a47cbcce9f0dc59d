import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { noticeOf } from "@/components/notify/notice";
import { Notifier } from "@/components/notify/notifier";
import { ConnectionState } from "@/components/shell/connection-state";
import { LivePage } from "@/components/shell/live-page";
import { Sidebar } from "@/components/shell/sidebar";
import { parseTheme, THEME_COOKIE } from "@/components/shell/theme";
import { ClockProvider } from "@/components/ui/clock-provider";
import { HintProvider } from "@/components/ui/hint";
import { LiveRegion } from "@/components/ui/live-region";
import { shellInbox, shellMe, shellTasks } from "./shell-data";

export const dynamic = "force-dynamic";

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const [tasks, inbox, me, jar] = await Promise.all([shellTasks(), shellInbox(), shellMe(), cookies()]);
  const waiting = inbox.filter(({ snoozed_until }) => snoozed_until === "");
  return (
    <ClockProvider nowMs={serverNowMs()}>
      <HintProvider>
        <a
          href="#content"
          className="sr-only rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
        >
          Skip to the content
        </a>
        <div className="flex h-dvh overflow-hidden">
          <Sidebar
            tasks={tasks}
            waiting={waiting.length}
            me={me}
            theme={parseTheme(jar.get(THEME_COOKIE)?.value)}
          />
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
            {children}
          </main>
        </div>
        <ConnectionState />
        <LiveRegion />
        <LivePage accounts={me !== null} />
        <Notifier waiting={waiting.map(noticeOf)} />
      </HintProvider>
    </ClockProvider>
  );
}

const serverNowMs = () => Date.now();
