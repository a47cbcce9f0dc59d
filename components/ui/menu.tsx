"use client";

import { clsx } from "clsx";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

/** A menu under a button. Not modal: the page behind it stays usable. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place()}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 max-w-[calc(100vw-1rem)] min-w-48 rounded-md border border-line bg-raised p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Inside the page's main part, where people who go by landmarks find it. */
const place = () => (typeof document === "undefined" ? null : document.getElementById("content"));

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return (
    <DropdownMenu.Item
      className={clsx(
        "flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11",
        className,
      )}
      {...rest}
    />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-xs text-muted">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}
