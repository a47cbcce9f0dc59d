/** Where characters of different kinds meet, as they do everywhere in a random token and seldom in words. */
const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

/** How much of a value is looked at: enough to tell, and little enough to look often. */
const LOOK = 200;

/** True when a value reads like a token and unlike a name, a version, a date, a number or a path. */
export function looksRandom(value: string): boolean {
  const start = value.slice(0, LOOK);
  if (start.length < 10 || !/^[\w+/=.~-]+$/.test(start) || /^[./~]|\.\w{1,5}$/.test(start)) return false;
  const changes = start.match(CHANGES)?.length ?? 0;
  return changes >= 3 && changes * 12 >= start.length;
}
