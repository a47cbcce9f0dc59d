"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key cap. Decoration: the control it belongs to says the same to a screen reader by other means. */
export function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={clsx("font-mono text-xs leading-4 tabular-nums pointer-coarse:hidden", className)}
    >
      {children}
    </kbd>
  );
}

/** "⌘↵" or "Ctrl ↵", as this computer's keyboard has it. */
export function SubmitKeys({ className }: { className?: string }) {
  const t = useTranslations("common");
  const apple = useSyncExternalStore(never, isApple, () => false);
  return <Kbd className={className}>{apple ? "⌘↵" : t("keys.submit")}</Kbd>;
}
