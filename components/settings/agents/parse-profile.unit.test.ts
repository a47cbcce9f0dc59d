import { expect, test } from "vitest";
import { parseArgs, parseEnv, splitCommand } from "./parse-profile";

test("arguments are one a line, with the spaces that are in them", () => {
  expect(parseArgs("-y\n\n a b \n--x=1")).toEqual(["-y", " a b ", "--x=1"]);
  expect(parseArgs("")).toEqual([]);
});

test("an environment keeps what is after the first equals sign", () => {
  expect(parseEnv("A=1\n\n  B_2 = x=y \nEMPTY=")).toEqual({
    ok: true,
    env: { A: "1", B_2: " x=y", EMPTY: "" },
  });
});

test("what is wrong in an environment is told by its line, never with a value", () => {
  expect(parseEnv("A=1\nhunter2")).toEqual({ ok: false, problem: "noEquals", line: 2, name: "" });
  expect(parseEnv("A=1\n\nA=2")).toEqual({ ok: false, problem: "twice", line: 3, name: "A" });
  expect(parseEnv("2A=hunter2")).toMatchObject({ ok: false });
  for (const text of ["A=1\nhunter2", "2A=hunter2", "A=1\nA=hunter2"])
    expect(JSON.stringify(parseEnv(text))).not.toContain("hunter2");
  expect(parseEnv("__proto__=x")).toMatchObject({ ok: true });
});

test("a pasted command line is taken apart as a shell would, a single word is left alone", () => {
  expect(splitCommand("npx -y '@scope/some agent' --flag")).toEqual({
    command: "npx",
    args: ["-y", "@scope/some agent", "--flag"],
  });
  expect(splitCommand("gemini")).toBeUndefined();
  expect(splitCommand("gemini 'open")).toBeUndefined();
});
