import { looksRandom } from "./looks-random";

/** Alphabets of the keys that services issue, some of two parts. */
const KEY = /^[\w+/=%~.:-]{12,}$/;

/** A word or several, a path, an address: named after a service and still no key of it. */
const NO_KEY = /^[./~]|:\/\/|\.[A-Za-z]{2,5}$|^[A-Za-z]+(?:[-_./:][A-Za-z]*\d{0,4})*$/;

/** How much of a value is looked at. */
const LOOK = 200;

/** True when a value that is named after a service reads like a key of that service. */
export function looksLikeKey(value: string): boolean {
  const start = value.slice(0, LOOK);
  return KEY.test(start) && (!NO_KEY.test(start) || looksRandom(start) || /^[A-Za-z]{20,}$/.test(start));
}
