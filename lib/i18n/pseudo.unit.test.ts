import IntlMessageFormat from "intl-messageformat";
import { expect, test } from "vitest";
import { pseudoMessage } from "./pseudo";

const format = (message: string, values: Record<string, string | number> = {}) =>
  new IntlMessageFormat(pseudoMessage(message), "en-XA").format(values);

test("every letter of a text is accented, and its words get longer", () => {
  expect(format("Quick brown foxes jump; lazy dogs vex")).not.toMatch(/[a-z]/i);
  expect(pseudoMessage("Choose an option").length).toBeGreaterThan("Choose an option".length * 1.3);
});

test("arguments, branches, tags, quotes and numbers stay what they are", () => {
  expect(format("{name}: {n, plural, =0 {none} one {# task’s} other {# tasks}}", { name: "Ada", n: 2 })).toBe(
    "Ada: 2 ťáášķš",
  );
  expect(format("{who, select, you {by you} other {by {name}}}", { who: "x", name: "Ada" })).toBe("ƀý Ada");
  expect(pseudoMessage("see <link>it</link> <age></age>")).toBe("šéééé <link>ííť</link> <age></age>");
  expect(format("it's '{'literal'}' {n, number}", { n: 1840 })).toBe("ííť'š {łííťééřááł} 1,840");
});
