"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
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
  const id = useId();
  const chosen = profiles.find((profile) => profile.id === value);
  const own = profiles.some(({ built_in }) => !built_in);
  return (
    <FieldFrame
      id={id}
      label="Agent"
      hint={
        <>
          {own
            ? "More agents are added in "
            : "Only the demo agent is here yet, which needs no model. Add yours in "}
          <Link href="/settings/agents" prefetch={false} className="font-medium text-accent-text underline">
            Settings, Agents
          </Link>
          .
        </>
      }
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
          Whatever this agent asks permission for is allowed without asking anybody.
        </p>
      )}
    </FieldFrame>
  );
}
