"use client";

import { Check, LogOut, Menu as MenuIcon, Settings } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LANGUAGE_NAMES, LOCALES } from "@/lib/i18n/locales";
import type { MeView } from "@/lib/views";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../ui/menu";
import { type Theme, THEMES } from "./theme";
import { applyTheme, ICONS } from "./theme-switch";
import { useLanguage } from "./use-language";
import { useSignOut } from "./use-sign-out";

/** What the foot of the sidebar has, for a screen that is too narrow for it. */
export function PhoneMenu({ me, theme: initial }: { me: MeView | null; theme: Theme }) {
  const t = useTranslations("shell");
  const [theme, setTheme] = useState(initial);
  const { language, choose } = useLanguage();
  const signOut = useSignOut();
  return (
    <Menu label={t("menu")} data-testid="phone-menu" icon={<MenuIcon size={16} aria-hidden />}>
      <MenuItem asChild>
        <Link href="/settings/tokens" prefetch={false}>
          <Settings size={14} aria-hidden />
          {t("settings")}
        </Link>
      </MenuItem>
      <MenuLine />
      <MenuLabel>{t("theme.label")}</MenuLabel>
      {THEMES.map((name) => {
        const Icon = ICONS[name];
        return (
          <MenuItem
            key={name}
            onSelect={() => {
              setTheme(name);
              applyTheme(name);
            }}
          >
            <Icon size={14} aria-hidden />
            <span className="flex-1">{t(`theme.${name}`)}</span>
            {theme === name && <Check size={14} aria-label={t("chosen")} />}
          </MenuItem>
        );
      })}
      <MenuLine />
      <MenuLabel>{t("language.label")}</MenuLabel>
      {LOCALES.map((name) => (
        <MenuItem key={name} lang={name} onSelect={() => choose(name)}>
          <span className="flex-1">{LANGUAGE_NAMES[name]}</span>
          {language === name && <Check size={14} aria-label={t("chosen")} />}
        </MenuItem>
      ))}
      {me !== null && (
        <>
          <MenuLine />
          <MenuLabel>
            <span dir="auto" className="block max-w-60 truncate">
              {t("account.signedInAs", { name: me.name || me.email })}
            </span>
          </MenuLabel>
          <MenuItem
            onSelect={(event) => {
              event.preventDefault(); // stays open while it is being done
              signOut.run();
            }}
          >
            <LogOut size={14} aria-hidden />
            {t(signOut.busy ? "account.signingOut" : "account.signOut")}
          </MenuItem>
          {signOut.failed && <MenuLabel>{t("account.stillIn")}</MenuLabel>}
        </>
      )}
    </Menu>
  );
}
