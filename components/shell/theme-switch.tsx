"use client";

import { clsx } from "clsx";
import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Theme, THEME_COOKIE, THEMES } from "./theme";

/** How each theme is shown in a choice. */
export const ICONS = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Light, dark or the system's. Kept in a cookie, so that the server renders the right one and nothing flashes. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTranslations("shell.theme");
  const [theme, setTheme] = useState(initial);

  const choose = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <div role="group" aria-label={t("label")} className="flex">
      {THEMES.map((name) => {
        const Icon = ICONS[name];
        const chosen = theme === name;
        return (
          <button
            key={name}
            type="button"
            data-hint={t(name)}
            aria-pressed={chosen}
            aria-label={t(name)}
            data-testid={`theme-${name}`}
            className={clsx(
              "flex size-7 items-center justify-center rounded-md pointer-coarse:size-11",
              chosen ? "bg-hover text-ink" : "text-muted hover:text-ink",
            )}
            onClick={() => choose(name)}
          >
            <Icon size={14} aria-hidden />
          </button>
        );
      })}
    </div>
  );
}

/** Shows a theme at once, and keeps it for the server's next page. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
