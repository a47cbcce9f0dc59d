import { expect, it } from "vitest";
import { textsOf } from "@/lib/testing/texts";
import { connectSnippets } from "./snippets";

const secret = { url: "http://127.0.0.1:3000/mcp/session", token: "kandev_session_1_x" };
const snippets = connectSnippets(await textsOf("tasks"), secret);

it("puts the endpoint and the token into every client's text", () => {
  expect(snippets.map(({ id }) => id)).toEqual(["claude", "codex", "gemini", "json"]);
  for (const { text } of snippets) {
    expect(text).toContain(secret.url);
    expect(text).toContain(`Bearer ${secret.token}`);
  }
});

it("writes valid JSON where JSON is asked for", () => {
  for (const { text } of snippets.filter(({ id }) => id === "gemini" || id === "json")) {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  }
});
