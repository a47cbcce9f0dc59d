"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import type { AgentProfileView } from "@/lib/views";
import { ProfileForm } from "./profile-form";
import { ProfileRow } from "./profile-row";

interface Props {
  profiles: readonly AgentProfileView[];
  /** The caller may see them and not change them. */
  readOnly: boolean;
}

/** The agents that this server can start: seeing, adding and removing them. */
export function AgentSettings({ profiles, readOnly }: Props) {
  const t = useTranslations("settings.agents");
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that had the focus goes with its row. Nothing can be focused before the dialog is gone.
  const [removed, setRemoved] = useState("");
  useEffect(() => {
    if (removed !== "") heading.current?.focus();
  }, [removed]);

  const onRemoved = (id: string) => {
    setRemoved(id);
    requestRefresh();
  };
  return (
    <>
      <section aria-labelledby="agents-heading">
        <h2 id="agents-heading" ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t("heading")}
        </h2>
        <ul className="mt-2 border-t border-line">
          {profiles.map((profile) => (
            <ProfileRow
              key={profile.id}
              profile={profile}
              readOnly={readOnly}
              onRemoved={() => onRemoved(profile.id)}
            />
          ))}
        </ul>
        {!readOnly && profiles.every(({ built_in }) => built_in) && (
          <p className="mt-2 text-muted" data-testid="profiles-empty">
            {t("empty")}
          </p>
        )}
      </section>
      {readOnly ? (
        <p className="mt-6 text-muted" data-testid="profiles-read-only">
          {t("readOnly")}
        </p>
      ) : (
        <section aria-labelledby="add-heading" className="mt-8">
          <h2 id="add-heading" className="mb-3 font-semibold">
            {t("add")}
          </h2>
          <ProfileForm />
        </section>
      )}
    </>
  );
}
