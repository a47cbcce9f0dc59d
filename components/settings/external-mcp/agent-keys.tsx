"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import type { AgentKeyView, WorkspaceView } from "@/lib/views";
import { Button } from "../../ui/button";
import { FIELD, FieldFrame } from "../../ui/field";
import { ClientTexts } from "./client-texts";
import { AgentKeyForm, type MadeKey } from "./agent-key-form";
import { AgentKeyRow } from "./agent-key-row";
import { ShownOnce } from "./shown-once";

/** The environment variable that the texts take a run's name from. */
const RUN_VARIABLE = "KANDEV_RUN";

interface Props {
  /** Where agents connect. */
  url: string;
  workspaces: readonly WorkspaceView[];
  workspaceId: string;
  keys: readonly AgentKeyView[];
}

/** The keys that let agents in without a session made for them: making, seeing, revoking. */
export function AgentKeys({ url, workspaces, workspaceId, keys }: Props) {
  const t = useTranslations("externalMcp.keys");
  const router = useRouter();
  const selectId = useId();
  const [made, setMade] = useState<MadeKey | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that had the focus goes with its row. Nothing can be focused before the dialog is gone.
  const [revoked, setRevoked] = useState("");
  useEffect(() => {
    if (revoked !== "") heading.current?.focus();
  }, [revoked]);

  return (
    <section aria-labelledby="keys-heading" id="agent-keys" className="mt-8">
      <h2 id="keys-heading" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t("heading")}
      </h2>
      <p className="mt-1 mb-3 text-muted">{t("explain")}</p>
      {workspaces.length > 1 && (
        <FieldFrame id={selectId} label={t("workspace")} className="mb-3 max-w-72">
          <select
            id={selectId}
            value={workspaceId}
            className={`${FIELD} h-8.5`}
            data-testid="key-workspace"
            onChange={(event) => {
              setMade(null);
              router.replace(`?workspace=${encodeURIComponent(event.target.value)}`, { scroll: false });
            }}
          >
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
      )}
      <AgentKeyForm
        key={workspaceId}
        workspaceId={workspaceId}
        onMade={(key) => {
          setMade(key);
          requestRefresh();
        }}
      />
      {made !== null && (
        <ShownOnce
          key={made.id}
          title={t("made", { name: made.name })}
          warning={t("once")}
          name={t("value")}
          value={made.token}
          testId="new-key"
        >
          <p className="mt-3 mb-1 text-meta text-muted">{t("configure")}</p>
          <ClientTexts
            target={{
              url,
              headers: { Authorization: `Bearer ${made.token}` },
              patient: true,
              runVariable: RUN_VARIABLE,
            }}
          />
          <div className="mt-3 flex justify-end">
            <Button onClick={() => setMade(null)} data-testid="new-key-done">
              {t("copied")}
            </Button>
          </div>
        </ShownOnce>
      )}
      {keys.length === 0 ? (
        <p className="mt-3 text-muted" data-testid="keys-empty">
          {t("empty")}
        </p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {keys.map((key) => (
            <AgentKeyRow
              key={key.id}
              workspaceId={workspaceId}
              agentKey={key}
              onRevoked={() => {
                if (made?.id === key.id) setMade(null);
                setRevoked(key.id);
                requestRefresh();
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
