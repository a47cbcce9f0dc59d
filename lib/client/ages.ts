const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No-break, so that an age never wraps. */
const SPACE = "\u00a0";

/** A length of time in its two largest units, seconds only below an hour: "14 s", "2 m 14 s", "3 h 5 m", "2 d 4 h". */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE) return units([whole, "s"]);
  if (whole < HOUR) return units([Math.floor(whole / MINUTE), "m"], [whole % MINUTE, "s"]);
  if (whole < DAY) return units([Math.floor(whole / HOUR), "h"], [Math.floor((whole % HOUR) / MINUTE), "m"]);
  return units([Math.floor(whole / DAY), "d"], [Math.floor((whole % DAY) / HOUR), "h"]);
}

/** A moment seen from now: "now" within five seconds, then one unit: "12 s ago", "3 h ago". */
export function formatAgo(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 5) return "now";
  const [amount, unit] =
    whole < MINUTE
      ? [whole, "s"]
      : whole < HOUR
        ? [Math.floor(whole / MINUTE), "m"]
        : whole < DAY
          ? [Math.floor(whole / HOUR), "h"]
          : [Math.floor(whole / DAY), "d"];
  return [amount, unit, "ago"].join(SPACE);
}

/** A moment to come seen from now, in one unit, rounded: "in 30 d", "in 2 h"; "now" once it has come. */
export function formatIn(seconds: number): string {
  if (seconds <= 0) return "now";
  if (seconds <= MINUTE) return ["in", Math.ceil(seconds), "s"].join(SPACE);
  if (seconds <= HOUR) return ["in", Math.round(seconds / MINUTE), "m"].join(SPACE);
  if (seconds <= DAY) return ["in", Math.round(seconds / HOUR), "h"].join(SPACE);
  return ["in", Math.round(seconds / DAY), "d"].join(SPACE);
}

/** Seconds from an RFC 3339 instant to `nowMs`; 0 for one that cannot be read or lies in the future. */
export function secondsSince(instant: string, nowMs: number): number {
  const then = Date.parse(instant);
  return Number.isNaN(then) ? 0 : Math.max(0, (nowMs - then) / 1000);
}

function units(first: [number, string], second: [number, string] = [0, ""]): string {
  return (second[0] === 0 ? first : [...first, ...second]).join(SPACE);
}
