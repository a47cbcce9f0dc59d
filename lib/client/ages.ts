import type { Translate } from "@/lib/i18n/translate";

type Texts = Translate<"common">;
type Unit = "s" | "m" | "h" | "d";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No-break, so that an age never wraps. */
const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");

/** A length of time in its two largest units, seconds only below an hour: "14 s", "2 m 14 s", "3 h 5 m", "2 d 4 h". */
export function formatAge(t: Texts, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const units = (first: number, unit: Unit, second = 0, less: Unit = "s") =>
    unbroken(
      [t(`age.${unit}`, { n: first }), ...(second === 0 ? [] : [t(`age.${less}`, { n: second })])].join(" "),
    );
  if (whole < MINUTE) return units(whole, "s");
  if (whole < HOUR) return units(Math.floor(whole / MINUTE), "m", whole % MINUTE);
  if (whole < DAY) return units(Math.floor(whole / HOUR), "h", Math.floor((whole % HOUR) / MINUTE), "m");
  return units(Math.floor(whole / DAY), "d", Math.floor((whole % DAY) / HOUR), "h");
}

/** A moment seen from now: "now" within five seconds, then one unit: "12 s ago", "3 h ago". */
export function formatAgo(t: Texts, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 5) return t("ago.now");
  const ago = (n: number, unit: Unit) => unbroken(t(`ago.${unit}`, { n }));
  if (whole < MINUTE) return ago(whole, "s");
  if (whole < HOUR) return ago(Math.floor(whole / MINUTE), "m");
  if (whole < DAY) return ago(Math.floor(whole / HOUR), "h");
  return ago(Math.floor(whole / DAY), "d");
}

/** A moment to come seen from now, in one unit, rounded: "in 30 d", "in 2 h"; "now" once it has come. */
export function formatIn(t: Texts, seconds: number): string {
  const ahead = (n: number, unit: Unit) => unbroken(t(`in.${unit}`, { n }));
  if (seconds <= 0) return t("ago.now");
  if (seconds <= MINUTE) return ahead(Math.ceil(seconds), "s");
  if (seconds <= HOUR) return ahead(Math.round(seconds / MINUTE), "m");
  if (seconds <= DAY) return ahead(Math.round(seconds / HOUR), "h");
  return ahead(Math.round(seconds / DAY), "d");
}

/** Seconds from an RFC 3339 instant to `nowMs`; 0 for one that cannot be read or lies in the future. */
export function secondsSince(instant: string, nowMs: number): number {
  const then = Date.parse(instant);
  return Number.isNaN(then) ? 0 : Math.max(0, (nowMs - then) / 1000);
}
