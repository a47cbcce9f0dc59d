import { Fragment } from "react";

/** How the server writes out what cannot be seen. */
const INVISIBLE = /(⟨(?:U\+[0-9A-F]{4,6}|\d+ invisible characters)⟩)/;

/** True for a text in which something invisible was written out. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

/** A text from an agent, with what was invisible in it standing out. */
export function VisibleText({ text }: { text: string }) {
  const parts = text.split(INVISIBLE);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <mark
        key={index}
        data-testid="invisible"
        className="rounded-sm bg-permission-soft px-0.5 font-medium text-permission outline outline-permission"
      >
        {part}
      </mark>
    ),
  );
}
