const PG_INSTANT = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/** PostgreSQL's text of a timestamptz (in UTC) as RFC 3339 with microseconds, e.g. `2026-01-01T00:00:00.123456Z`. */
export function toRfc3339(instant: string): string {
  const match = PG_INSTANT.exec(instant);
  if (!match) return instant;
  const [, date, time, fraction = ""] = match;
  return `${date}T${time}.${fraction.padEnd(6, "0")}Z`;
}

/** Offsets and fractions as far as PostgreSQL reads them: up to 15:59, and a text of at most 128 bytes. */
const RFC3339 = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,60})?([Zz]|[+-](0\d|1[0-5]):\d\d)$/;

/**
 * True for an RFC 3339 instant that PostgreSQL can hold. The text itself is passed on, so that its microseconds
 * survive; a leap second or the 30th of February is refused because `Date` refuses it.
 */
export function isRfc3339(text: string): boolean {
  const match = RFC3339.exec(text);
  if (!match) return false;
  const day = match[1] ?? "";
  const parsed = new Date(`${day}T00:00:00Z`);
  return (
    !Number.isNaN(Date.parse(text)) &&
    !Number.isNaN(parsed.getTime()) &&
    parsed.toISOString().startsWith(day) &&
    !day.startsWith("0000")
  );
}
