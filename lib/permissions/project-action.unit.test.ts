import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { madeUpSecrets } from "../testing/secrets";
import { projectAction } from "./project-action";
import { projectOption } from "./project-option";
import { projectRequest } from "./project-request";
import { PRESENTABLE_LENGTH } from "@/lib/redaction/redact";

const project = (kind: string, details: unknown, title = "A title") =>
  projectAction({ title, kind, details });

describe("the projection of an action", () => {
  test("PR12: shows of a command its text and folder, and nothing else", () => {
    const details = {
      description: "Run a command",
      raw_input: { command: "git status", cwd: "/w", env: { A: "b" }, args: ["x"], headers: { a: "b" } },
      content: [{ type: "diff", oldText: "a", newText: "b" }],
    };
    expect(project("execute", details)).toStrictEqual({
      type: "command",
      description: "Run a command",
      command: "git status",
      cwd: "/w",
      redacted: false,
    });
  });

  test.each([
    ["command", "command"],
    ["execute", "command"],
    ["file_write", "file_write"],
    ["edit", "file_write"],
    ["delete", "file_write"],
    ["move", "file_write"],
    ["file_read", "file_read"],
    ["read", "file_read"],
    ["search", "file_read"],
    ["network", "network"],
    ["fetch", "network"],
    ["mcp_tool", "mcp_tool"],
    ["think", "other"],
    ["switch_mode", "other"],
    ["other", "other"],
    ["constructor", "other"],
    ["", "other"],
  ])("PR12: maps the kind %j to %s", (kind, type) => {
    expect(project(kind, {}).type).toBe(type);
  });

  test("PR12: of an unknown kind is a tool's when server and tool are named", () => {
    const named = { rawInput: { server_name: "files", tool_name: "write", arguments: { path: "/x" } } };
    expect(project("other", named)).toStrictEqual({
      type: "mcp_tool",
      description: "A title",
      server: "files",
      tool: "write",
      redacted: false,
    });
    expect(project("other", { rawInput: { server: "files" } }).type).toBe("other");
  });

  test("PR12: takes each field from the raw input first, then from the details, then from the locations", () => {
    const locations = [{ path: "/c" }];
    expect(project("edit", { path: "/b", rawInput: { file_path: "/a" }, locations }).path).toBe("/a");
    expect(project("edit", { path: "/b", locations }).path).toBe("/b");
    expect(project("edit", { locations }).path).toBe("/c");
    expect(project("execute", { workdir: "/b", raw_input: {} }).cwd).toBe("/b");
  });

  test("PR12: quotes arguments, so that one sees where each ends", () => {
    expect(project("execute", { command: ["sh", "-c", "rm -rf /"] }).command).toBe("sh -c 'rm -rf /'");
    expect(project("execute", { command: ["ls", 1] })).not.toHaveProperty("command");
  });

  test.each([
    ["https://u:p@api.example.com/v1/x?token=a#f", "https://api.example.com/v1/x", true],
    ["https://example.com", "https://example.com", false],
    ["https://example.com?x=1", "https://example.com", true],
    ["example.com:8080/p?x=1", "example.com:8080/p", true],
    ["user:pass@host/path", "host/path", true],
    ["https://good.example\\@evil.example/", "https://good.example/@evil.example/", false],
    ["https://good.example:80@evil.example/", "https://evil.example/", true],
    ["http://127.1/", "http://127.0.0.1/", false],
    ["file:///etc/passwd", undefined, true],
    ["https://", undefined, true],
  ])("PR12: shows of %s where the request goes", (url, destination, redacted) => {
    expect(project("fetch", { url })).toStrictEqual({
      type: "network",
      description: "A title",
      ...(destination === undefined ? {} : { destination }),
      redacted,
    });
  });

  test("PR12: says that something was left out, in whichever field", () => {
    expect(project("execute", { command: "deploy --token abc" })).toMatchObject({
      command: "deploy --token [redacted]",
      redacted: true,
    });
    expect(project("think", {}, "use password: hunter2")).toMatchObject({
      description: "use password: [redacted]",
      redacted: true,
    });
    expect(project("execute", { command: "ls\u202e" })).toMatchObject({
      command: "ls⟨U+202E⟩",
      redacted: false,
    });
  });

  test("PR12: omits a field that cannot be made safe, whole, and says so", () => {
    const command = `echo ${"a".repeat(PRESENTABLE_LENGTH)}`;
    const shown = project("execute", { command, cwd: "/w" });
    expect(shown).toStrictEqual({ type: "command", description: "A title", cwd: "/w", redacted: true });
  });

  test("PR12: shows no credential from any part of a request", () => {
    for (const { text, secret } of madeUpSecrets(11)) {
      const details = {
        description: text,
        rawInput: { command: text, path: text, server: text, tool: text, env: text },
      };
      const option = { optionId: "once", name: text, kind: "allow_once" };
      for (const kind of ["execute", "edit", "mcp_tool", "other"])
        expect(
          JSON.stringify(projectRequest({ title: text, kind, details, options: [option] })),
        ).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  });

  test("PR12: never throws and never shows more than its fields, whatever the details are", () => {
    const allowed = [
      "type",
      "description",
      "command",
      "cwd",
      "path",
      "destination",
      "server",
      "tool",
      "redacted",
    ];
    const name = fc.constantFrom(
      "raw_input",
      "rawInput",
      "command",
      "path",
      "url",
      "locations",
      "__proto__",
      "constructor",
    );
    const json = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(name, fc.oneof(fc.jsonValue(), fc.array(fc.string()))),
    );
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: "binary" }), json, (kind, title, value) => {
        const details: unknown = JSON.parse(JSON.stringify(value));
        for (const shown of [
          project(kind, details, title),
          project("fetch", details),
          project("edit", details),
        ])
          expect(Object.keys(shown).filter((key) => !allowed.includes(key))).toEqual([]);
      }),
    );
    const deep: unknown = JSON.parse(`${'{"rawInput":'.repeat(5000)}1${"}".repeat(5000)}`);
    const wide = {
      command: Array.from({ length: 300_000 }, () => "a"),
      locations: Array.from({ length: 300_000 }, () => ({})),
    };
    const proto: unknown = JSON.parse(
      '{"__proto__":{"command":"x"},"rawInput":{"__proto__":{"command":"x"}}}',
    );
    for (const details of [deep, wide, proto, null, undefined, 1, "x", [], [[]]])
      expect(() => project("execute", details)).not.toThrow();
    expect(project("execute", proto)).not.toHaveProperty("command");
  });
});

describe("the projection of an option", () => {
  test("PR12: changes its name only", () => {
    const option = {
      optionId: "token=abc\u200b",
      name: "Allow token=abc\u200b",
      kind: "password=x",
      _meta: { a: 1 },
    };
    expect(projectOption(option)).toStrictEqual({
      option_id: "token=abc\u200b",
      name: "Allow token=[redacted]",
      kind: "password=x",
    });
  });

  test("PR12: makes the whole request a redacted one when its name is", () => {
    const options = [{ optionId: "a", name: "Allow token=abc", kind: "allow_once" }];
    const request = { title: "Run", kind: "execute", details: { command: "ls" }, options };
    expect(projectRequest(request).action.redacted).toBe(true);
    expect(projectRequest({ ...request, options: [] }).action.redacted).toBe(false);
  });
});
