"use client";

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  use,
  useEffect,
  useMemo,
  useRef,
} from "react";

type Handler = (event: KeyboardEvent<HTMLElement>) => void;

const Scope = createContext<(handler: Handler) => () => void>(() => () => undefined);

/**
 * A region whose shortcuts act only while the focus is inside it. It can take the focus itself, so that a click on an
 * empty part of it is enough.
 */
export function ShortcutScope({ children, ...rest }: ComponentProps<"section">) {
  const handlers = useRef(new Set<Handler>());
  const register = useMemo(
    () => (handler: Handler) => {
      handlers.current.add(handler);
      return () => {
        handlers.current.delete(handler);
      };
    },
    [],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // React passes events of portals (popovers, menus) to their parents, but these are other places on the page.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!inside || event.defaultPrevented) return;
    for (const handler of handlers.current) handler(event);
  };
  return (
    <Scope value={register}>
      <section tabIndex={-1} onKeyDown={onKeyDown} {...rest}>
        {children}
      </section>
    </Scope>
  );
}

/** Hears the keys of the surrounding scope that nothing nearer has handled. */
export function useShortcuts(handler: Handler): void {
  const register = use(Scope);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => register((event) => latest.current(event)), [register]);
}

/** True for places where a key is text; in a select it is the beginning of an option's. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement && !["radio", "checkbox", "button", "submit"].includes(target.type)
  );
}

/** True while an input method composes: its keys belong to it. 229 is what older browsers report. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
