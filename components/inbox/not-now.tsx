"use client";

import { AlarmClock, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "../ui/icon-button";
import { Menu, MenuItem, MenuLabel } from "../ui/menu";

const CHOICES = [
  { minutes: 15, text: "quarter" },
  { minutes: 60, text: "hour" },
  { minutes: 24 * 60, text: "day" },
] as const;

interface Props {
  /** It is put aside already. */
  aside: boolean;
  title: string;
  onPutAside: (minutes: number) => void;
}

/** "Not now", which decides nothing, and the way back. */
export function NotNow({ aside, title, onPutAside }: Props) {
  const t = useTranslations("inbox");
  if (aside) {
    return (
      <IconButton
        label={t("bring", { title })}
        hint={t("bringHint")}
        data-testid="inbox-bring-back"
        onClick={() => onPutAside(0)}
      >
        <Undo2 size={16} aria-hidden />
      </IconButton>
    );
  }
  return (
    <Menu
      label={t("notNow", { title })}
      hint={t("notNowHint")}
      data-testid="inbox-not-now"
      icon={<AlarmClock size={16} aria-hidden />}
    >
      <MenuLabel>{t("notNowExplain")}</MenuLabel>
      {CHOICES.map(({ minutes, text }) => (
        <MenuItem key={minutes} onSelect={() => onPutAside(minutes)}>
          {t(text)}
        </MenuItem>
      ))}
    </Menu>
  );
}
