import type { ReactNode } from "react";
import { Ago } from "../../ui/age";

/** Who said something, and when. */
export function Byline({
  icon,
  who,
  at,
  note,
}: {
  icon?: ReactNode;
  who: string;
  at: string;
  note?: string | undefined;
}) {
  return (
    <p className="mb-0.5 flex flex-wrap items-center gap-x-1.5 text-meta text-muted">
      {icon}
      <bdi className="min-w-0 font-medium text-ink">{who}</bdi>
      <Ago at={at} />
      {note !== undefined && <span>{`· ${note}`}</span>}
    </p>
  );
}
