"use client";

import { clsx } from "clsx";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps, ReactNode, RefObject } from "react";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What opens it, and names it. */
  button: RefObject<HTMLButtonElement | null>;
  buttonId: string;
  children: ReactNode;
}

/** The menu itself, over the button that stands beside it. Not modal: the page behind it stays usable. */
export function MenuBody({ open, onOpenChange, button, buttonId, children }: Props) {
  const isButton = (target: EventTarget | null) =>
    target instanceof Node && button.current?.contains(target) === true;
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      {/* Where the menu is placed. The focus that it gets back at the end is the button's. */}
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none absolute inset-0"
          onFocus={() => button.current?.focus()}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById("content")}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-labelledby={buttonId}
          className="z-40 max-w-[calc(100vw-1rem)] min-w-48 rounded-md border border-line bg-raised p-1 shadow-float"
          // The button's own click closes it.
          onPointerDownOutside={(event) => isButton(event.target) && event.preventDefault()}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export type MenuItemProps = ComponentProps<typeof DropdownMenu.Item>;

export function Item({ className, ...rest }: MenuItemProps) {
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

export function Label({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1 text-xs text-muted">{children}</DropdownMenu.Label>;
}

export function Line() {
  return <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}
