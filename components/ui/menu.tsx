"use client";

import { createContext, type KeyboardEvent, type ReactNode, use, useId, useRef, useState } from "react";
import { IconButton, type IconButtonProps } from "./icon-button";
import type * as menuParts from "./menu-parts";

type Parts = typeof menuParts;

const PartsContext = createContext<Parts | null>(null);

type Props = Pick<IconButtonProps, "label" | "hint" | "className"> & {
  icon: ReactNode;
  "data-testid": string;
  children: ReactNode;
};

/** A menu under a button. What a menu is made of is loaded when somebody comes near the button. */
export function Menu({ icon, children, ...look }: Props) {
  const buttonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [parts, setParts] = useState<Parts | null>(null);
  const [open, setOpen] = useState(false);

  const load = () => {
    if (parts === null) import("./menu-parts").then(setParts, () => setOpen(false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <span className="relative inline-flex shrink-0">
      <IconButton
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load();
          setOpen(!open);
        }}
        onKeyDown={onKeyDown}
        {...look}
      >
        {icon}
      </IconButton>
      {parts !== null && (
        <PartsContext value={parts}>
          <parts.MenuBody open={open} onOpenChange={setOpen} button={button} buttonId={buttonId}>
            {children}
          </parts.MenuBody>
        </PartsContext>
      )}
    </span>
  );
}

/** Rendered by an open menu only, so they are loaded. */
function useParts(): Parts {
  const parts = use(PartsContext);
  if (parts === null) throw new Error("outside of a menu");
  return parts;
}

export function MenuItem(props: menuParts.MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label>{children}</Label>;
}

export function MenuLine() {
  const { Line } = useParts();
  return <Line />;
}
