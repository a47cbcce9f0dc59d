"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

interface Props {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** What went wrong at the last attempt, '' for nothing. */
  error: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. The browser's own dialog keeps the focus and hears Escape. */
export function ConfirmDialog({ title, children, confirmLabel, error, busy, onConfirm, onClose }: Props) {
  const t = useTranslations("common");
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-96 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-raised p-4 text-ink shadow-float backdrop:bg-black/40"
    >
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      <div className="mt-1 text-muted">{children}</div>
      {error !== "" && (
        <p role="alert" className="prose-text mt-2 text-meta text-bad">
          {error}
        </p>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="ghost" onClick={() => dialog.current?.close()}>
          {t("back")}
        </Button>
        <Button variant="danger" blocked={busy} onClick={onConfirm} data-testid="confirm">
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
