"use client";

import { ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { announce } from "@/lib/client/announce";
import { removeProfile } from "@/lib/client/agents";
import type { AgentProfileView } from "@/lib/views";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useFailureText } from "../../ui/use-failure-text";

interface Props {
  profile: AgentProfileView;
  /** The caller may not change profiles. */
  readOnly: boolean;
  onRemoved: () => void;
}

/** One agent: how it is started, what it may do unasked, and the way to remove it. */
export function ProfileRow({ profile, readOnly, onRemoved }: Props) {
  const t = useTranslations("settings.row");
  const failureText = useFailureText();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");

  const remove = async () => {
    setBusy(true);
    setError("");
    const result = await removeProfile(profile.id);
    setBusy(false);
    // Gone already is what was wanted.
    if (!result.ok && result.failure.code !== "not_found") return setError(failureText(result.failure));
    setAsking(false);
    announce(t("removed", { name: profile.name }));
    onRemoved();
  };
  return (
    <li
      className="flex items-start gap-3 border-b border-line py-2.5"
      data-testid="profile-row"
      data-profile-id={profile.id}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 font-medium">{profile.name}</bdi>
          {profile.built_in && <span className="text-xs text-muted">{t("builtIn")}</span>}
          {profile.auto_approve && (
            <span className="inline-flex items-center gap-1 rounded-sm bg-permission-soft px-1.5 py-0.5 text-xs font-medium text-permission">
              <ShieldOff size={12} aria-hidden />
              {t("autoApprove")}
            </span>
          )}
        </p>
        {!profile.built_in && (
          <p dir="ltr" className="mt-0.5 font-mono text-meta break-words text-muted">
            {[profile.command, ...profile.args.map(quoted)].join(" ")}
          </p>
        )}
        <dl className="text-meta text-muted">
          {profile.env_names.length > 0 && (
            <Fact name={t("environment")} value={profile.env_names.join(", ")} />
          )}
          {!profile.built_in && <Fact name={t("folder")} value={profile.cwd} instead={t("ownFolders")} />}
        </dl>
        {profile.built_in && <p className="text-meta text-muted">{t("demo")}</p>}
      </div>
      {!profile.built_in && !readOnly && (
        <Button
          variant="danger"
          aria-label={t("removeNamed", { name: profile.name })}
          onClick={() => setAsking(true)}
        >
          {t("remove")}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t("removeTitle")}
          confirmLabel={t("removeConfirm")}
          error={error}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsking(false);
            setError("");
          }}
        >
          <p className="prose-text">{t("removeExplain", { name: profile.name })}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** A fact in one line; `instead` is said in words where there is no value. */
function Fact({ name, value, instead = "" }: { name: string; value: string; instead?: string }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt>{`${name}:`}</dt>
      <dd className={`min-w-0 ${value === "" ? "" : "font-mono"}`}>{value === "" ? instead : value}</dd>
    </div>
  );
}

/** An argument as one would write it, so that one sees where it begins and ends. */
const quoted = (arg: string): string => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : JSON.stringify(arg));
