import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { noticeOf } from "@/components/notify/notice";
import { Notifier } from "@/components/notify/notifier";
import { ConnectionState } from "@/components/shell/connection-state";
import { LivePage } from "@/components/shell/live-page";
import { Sidebar } from "@/components/shell/sidebar";
import { parseTheme, THEME_COOKIE } from "@/components/shell/theme";
import { ClockProvider } from "@/components/ui/clock-provider";
import { Hints } from "@/components/ui/hints";
import { LiveRegion } from "@/components/ui/live-region";
import { Texts } from "@/components/ui/texts";
import { shellInbox, shellMe, shellTasks } from "./shell-data";

/** What client components of more than one page say. */
const PAGE_TEXTS = ["decisions", "tasks"] as const;

export const dynamic = "force-dynamic";

export default async function ShellLayout({ children }: { children: ReactNode }) {
  const [tasks, inbox, me, jar, t] = await Promise.all([
    shellTasks(),
    shellInbox(),
    shellMe(),
    cookies(),
    getTranslations("shell"),
  ]);
  const waiting = inbox.filter(({ snoozed_until }) => snoozed_until === "");
  return (
    <ClockProvider nowMs={serverNowMs()}>
      <a
        href="#content"
        className="sr-only rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        {t("skip")}
      </a>
      <div className="flex h-dvh overflow-hidden">
        <Sidebar
          tasks={tasks}
          waiting={waiting.length}
          me={me}
          theme={parseTheme(jar.get(THEME_COOKIE)?.value)}
        />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
          <Texts of={PAGE_TEXTS}>{children}</Texts>
        </main>
      </div>
      <ConnectionState />
      <LiveRegion />
      <Hints />
      <LivePage accounts={me !== null} />
      <Notifier waiting={waiting.map(noticeOf)} />
    </ClockProvider>
  );
}

const serverNowMs = () => Date.now();
