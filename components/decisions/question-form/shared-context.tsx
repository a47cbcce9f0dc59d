"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";

/** What the agent says about all questions together: plain text, two lines until it is opened. */
export function SharedContext({ text }: { text: string }) {
  const t = useTranslations("decisions.context");
  const id = useId();
  const [open, setOpen] = useState(false);
  const [clipped, setClipped] = useState(false);
  const body = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const measure = () => setClipped(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  if (text.trim() === "") return null;
  return (
    <div data-testid="question-context" className="text-meta text-muted">
      <p ref={body} id={id} className={clsx("prose-text", !open && "line-clamp-2")}>
        {open ? text : text.replace(/\s*\n\s*/g, "\n")}
      </p>
      {(clipped || open) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="rounded-sm font-medium text-accent-text hover:underline pointer-coarse:-my-2 pointer-coarse:min-h-11 pointer-coarse:pe-4"
          onClick={() => setOpen(!open)}
        >
          {t(open ? "less" : "more")}
        </button>
      )}
    </div>
  );
}
