import { expect, test } from "vitest";
import { returnPath } from "./return-path";

test.each([
  ["/", "/"],
  ["/tasks/1?session=2", "/tasks/1?session=2"],
  ["/tasks/a%2Fb", "/tasks/a%2Fb"],
  ["/tasks/1?_rsc=1x9f&limit=400", "/tasks/1?limit=400"],
  ["/?_rsc=1x9f", "/"],
])("%s is a page of ours: %s", (from, path) => {
  expect(returnPath(from)).toBe(path);
});

test.each([
  "//evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  "/\n\\evil.test",
  "/.//evil.test",
  "/tasks/..//evil.test",
  "https://evil.test",
  "javascript:alert(1)",
  "tasks/1",
  "",
  undefined,
  ["/a", "/b"],
])("%j leads nowhere but to the start", (from) => {
  expect(returnPath(from)).toBe("/");
});
