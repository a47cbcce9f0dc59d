"use client";

import { CircleCheck, CircleX, LoaderCircle, PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { announce } from "@/lib/client/announce";
import {
  type ConnectionOutcome,
  type Generation,
  GENERATIONS,
  testConnection,
} from "@/lib/client/test-connection";
import { Button } from "../../ui/button";

interface Props {
  url: string;
  /** '' for none. */
  token: string;
  accounts: boolean;
}

type Outcomes = Readonly<Partial<Record<Generation, ConnectionOutcome>>>;

/** Connects as a client would, in each generation of the protocol, and shows what it saw. */
export function ConnectionTest({ url, token, accounts }: Props) {
  const t = useTranslations("externalMcp.test");
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes>({});

  const run = async () => {
    setBusy(true);
    setOutcomes({});
    const results: ConnectionOutcome[] = [];
    for (const generation of GENERATIONS) {
      const outcome = await testConnection(url, token, generation);
      results.push(outcome);
      setOutcomes((before) => ({ ...before, [generation]: outcome }));
    }
    setBusy(false);
    announce(t(results.every(({ ok }) => ok) ? "works" : "fails"));
  };
  return (
    <section aria-labelledby="test-heading" className="mt-8">
      <h2 id="test-heading" className="font-semibold">
        {t("heading")}
      </h2>
      <p className="mt-1 mb-2 text-muted">{t("explain")}</p>
      <Button blocked={busy} data-testid="test-connection" onClick={() => void run()}>
        {busy ? (
          <LoaderCircle size={16} className="animate-spin" aria-hidden />
        ) : (
          <PlugZap size={16} aria-hidden />
        )}
        {t("run")}
      </Button>
      <ul className="mt-3 flex flex-col gap-2 empty:hidden">
        {GENERATIONS.map((generation) => {
          const outcome = outcomes[generation];
          return (
            outcome !== undefined && (
              <Outcome
                key={generation}
                generation={generation}
                outcome={outcome}
                url={url}
                needsToken={accounts && token === ""}
              />
            )
          );
        })}
      </ul>
    </section>
  );
}

interface OutcomeProps {
  generation: Generation;
  outcome: ConnectionOutcome;
  url: string;
  /** The server wants a token and none was given. */
  needsToken: boolean;
}

function Outcome({ generation, outcome, url, needsToken }: OutcomeProps) {
  const t = useTranslations("externalMcp.test");
  const Icon = outcome.ok ? CircleCheck : CircleX;
  return (
    <li
      className="flex gap-2 rounded-md border border-line bg-panel p-2.5"
      data-testid={`test-${generation}`}
      data-ok={outcome.ok}
    >
      <Icon
        size={16}
        className={outcome.ok ? "mt-0.5 shrink-0 text-good" : "mt-0.5 shrink-0 text-bad"}
        aria-hidden
      />
      <div className="min-w-0">
        <p className="font-medium">
          {t(generation === "2025-11-25" ? "older" : "newer")}
          {": "}
          {t(outcome.ok ? "connected" : "failed")}
        </p>
        {outcome.ok ? (
          <p className="text-meta text-muted">
            {t("saw", {
              server: outcome.server,
              protocol: outcome.protocol,
              tools: outcome.tools,
              pending: outcome.pending,
              more: outcome.more ? "yes" : "no",
            })}
          </p>
        ) : (
          <>
            <p className="text-meta text-muted">
              {outcome.reason === "elsewhere"
                ? t.rich("elsewhere", {
                    link: () => {
                      const there = new URL("/settings/external-mcp", url).href;
                      return (
                        <a href={there} className="text-accent-text underline">
                          {there}
                        </a>
                      );
                    },
                  })
                : outcome.reason === "unauthorized" && needsToken
                  ? t("needsToken")
                  : t(outcome.reason)}
            </p>
            {outcome.detail !== "" && (
              <p dir="auto" className="mt-1 font-mono text-meta [overflow-wrap:anywhere]">
                {outcome.detail}
              </p>
            )}
          </>
        )}
      </div>
    </li>
  );
}
