import { expect, test } from "vitest";
import { credentialsProblem, redirectProblem } from "./wording";

test("a sentence of our own server is shown with its time, as a sentence", () => {
  expect(credentialsProblem("too many attempts; try again in 15 minutes")).toBe(
    "Too many attempts; try again in 15 minutes.",
  );
});

test("a code is never shown as it is", () => {
  for (const code of ["CredentialsSignin", "unreachable", "Configuration", "SomethingNew"]) {
    expect(credentialsProblem(code)).not.toContain(code);
    expect(redirectProblem(code, "Okta")).not.toContain(code);
  }
  expect([credentialsProblem(""), redirectProblem("", "Okta")]).toEqual(["", ""]);
});

test("what stands in the address is not repeated: anybody can send a link", () => {
  expect(redirectProblem("your account is locked, call 555 0100", "Okta")).toBe(
    "Signing in did not work. Try again.",
  );
});

test.each(["OidcNoEmail", "OAuthSignin", "OAuthCallback"])("%s names the provider", (code) => {
  expect(redirectProblem(code, "Okta")).toMatch(/^Okta /);
});
