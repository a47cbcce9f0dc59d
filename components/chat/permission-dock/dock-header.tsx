"use client";

import { ArrowDown, ShieldAlert, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode, RefObject } from "react";
import { useLiveStatus } from "@/lib/client/live/use-live-status";
import { Kbd } from "../../ui/kbd";
import { CollapseButton } from "../collapse-button";

interface Props {
  count: number;
  below: number;
  collapsed: boolean;
  bodyId: string;
  toggleRef: RefObject<HTMLButtonElement | null>;
  /** Something that waits besides the prompts. */
  also: ReactNode;
  onShowBelow: () => void;
  onToggle: () => void;
}

/** The dock's row of 44 px: how many prompts wait; all that is left of it when it is collapsed. */
export function DockHeader({
  count,
  below,
  collapsed,
  bodyId,
  toggleRef,
  also,
  onShowBelow,
  onToggle,
}: Props) {
  const t = useTranslations("chat.permissions");
  const offline = useLiveStatus() === "offline";
  return (
    <div className="column flex h-11 shrink-0 items-center gap-2">
      <ShieldAlert size={18} className="shrink-0 text-permission" aria-hidden />
      <h2 className="min-w-0 truncate font-medium">{t("needed", { count })}</h2>
      <Kbd className="rounded-sm border border-line px-1 text-muted">p</Kbd>
      {offline && (
        <span
          data-testid="permission-offline"
          className="flex min-w-0 items-center gap-1 text-meta text-permission"
        >
          <WifiOff size={14} className="shrink-0" aria-hidden />
          <span className="truncate">{t("offline")}</span>
        </span>
      )}
      <span className="flex-1" />
      {also}
      {below > 0 && !collapsed && (
        <button
          type="button"
          data-testid="permission-below"
          className="flex shrink-0 items-center gap-1 rounded-sm text-meta font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
          onClick={onShowBelow}
        >
          <ArrowDown size={14} aria-hidden />
          {t("below", { count: below })}
        </button>
      )}
      <CollapseButton
        ref={toggleRef}
        collapsed={collapsed}
        what="permissions"
        bodyId={bodyId}
        testId="permission-collapse"
        className="shrink-0"
        onToggle={onToggle}
      />
    </div>
  );
}
