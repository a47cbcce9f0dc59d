"use client";

import { LoaderCircle } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

interface Props {
  title: string;
  submitLabel: string;
  closeLabel: string;
  /** What went wrong at the last attempt, '' for nothing. */
  error: string;
  busy: boolean;
  onSubmit: (data: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form over the page. The browser's own dialog keeps the focus and hears Escape. */
export function FormDialog({
  title,
  submitLabel,
  closeLabel,
  error,
  busy,
  onSubmit,
  onClose,
  children,
}: Props) {
  const headingId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      className="m-auto w-96 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-raised p-4 text-ink shadow-float backdrop:bg-black/40"
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <h2 id={headingId} className="font-medium">
          {title}
        </h2>
        {children}
        <p role="alert" className="prose-text text-meta text-bad empty:hidden">
          {error}
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => dialog.current?.close()}>
            {closeLabel}
          </Button>
          <Button type="submit" variant="primary" blocked={busy} data-testid="dialog-submit">
            {busy && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
            {submitLabel}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
