"use client";

import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "action" | "method" | "onSubmit"> & {
  onSend: (data: FormData) => void;
};

/**
 * A form that only the page's own code sends: never the browser, which would put a password into the address. What is sent
 * before the page reacts is kept by React, because of `action`, and sent then; later `onSubmit` keeps what was typed, which
 * an action would reset.
 */
export function ScriptForm({ onSend, ...rest }: Props) {
  return (
    <form
      noValidate
      action={onSend}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(new FormData(event.currentTarget));
      }}
      {...rest}
    />
  );
}
