"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { AgentProfileView } from "@/lib/views";
import { FIELD, FieldFrame } from "../../ui/field";

interface Props {
  profiles: readonly AgentProfileView[];
  value: string;
  onChange: (profileId: string) => void;
}

/** Which agent of this server to start, and where to add one. */
export function ProfileSelect({ profiles, value, onChange }: Props) {
  const t = useTranslations("tasks.profile");
  const id = useId();
  const chosen = profiles.find((profile) => profile.id === value);
  const own = profiles.some(({ built_in }) => !built_in);
  return (
    <FieldFrame
      id={id}
      label={t("label")}
      hint={t.rich(own ? "more" : "onlyDemo", {
        link: (text) => (
          <Link href="/settings/agents" prefetch={false} className="font-medium text-accent-text underline">
            {text}
          </Link>
        ),
      })}
    >
      <select
        id={id}
        data-testid="launch-profile"
        aria-describedby={`${id}-hint`}
        className={FIELD}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {profiles.map((profile) => (
          <option key={profile.id} value={profile.id}>
            {profile.name}
          </option>
        ))}
      </select>
      {chosen?.auto_approve === true && (
        <p className="mt-1 flex gap-1.5 text-meta text-permission">
          <TriangleAlert size={14} className="mt-[3px] shrink-0" aria-hidden />
          {t("autoApprove")}
        </p>
      )}
    </FieldFrame>
  );
}
