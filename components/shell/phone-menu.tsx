"use client";

import { Check, LogOut, Menu as MenuIcon, Settings } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { MeView } from "@/lib/views";
import { IconButton } from "../ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuLine } from "../ui/menu";
import { type Theme, THEMES } from "./theme";
import { applyTheme, LOOKS } from "./theme-switch";
import { useSignOut } from "./use-sign-out";

/** What the foot of the sidebar has, for a screen that is too narrow for it. */
export function PhoneMenu({ me, theme: initial }: { me: MeView | null; theme: Theme }) {
  const [theme, setTheme] = useState(initial);
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <IconButton label="Menu" data-testid="phone-menu">
          <MenuIcon size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem asChild>
        <Link href="/settings/tokens" prefetch={false}>
          <Settings size={14} aria-hidden />
          Settings
        </Link>
      </MenuItem>
      <MenuLine />
      <MenuLabel>Theme</MenuLabel>
      {THEMES.map((name) => {
        const { icon: Icon, label } = LOOKS[name];
        return (
          <MenuItem
            key={name}
            onSelect={() => {
              setTheme(name);
              applyTheme(name);
            }}
          >
            <Icon size={14} aria-hidden />
            <span className="flex-1">{label}</span>
            {theme === name && <Check size={14} aria-label="chosen" />}
          </MenuItem>
        );
      })}
      {me !== null && (
        <>
          <MenuLine />
          <MenuLabel>
            <span
              dir="auto"
              className="block max-w-60 truncate"
            >{`Signed in as ${me.name || me.email}`}</span>
          </MenuLabel>
          <MenuItem
            onSelect={(event) => {
              event.preventDefault(); // stays open while it is being done
              signOut.run();
            }}
          >
            <LogOut size={14} aria-hidden />
            {signOut.busy ? "Signing out…" : "Sign out"}
          </MenuItem>
          {signOut.failed && <MenuLabel>Still signed in: try again.</MenuLabel>}
        </>
      )}
    </Menu>
  );
}
