import { expect, test } from "vitest";
import { textsOf } from "@/lib/testing/texts";
import { credentialsProblem, redirectProblem } from "./wording";

const t = await textsOf("accounts");

test("a sentence of our own server is shown with its time, as a sentence", async () => {
  expect(credentialsProblem(t, "too many attempts; try again in 15 minutes")).toBe(
    "Too many attempts; try again in 15 minutes.",
  );
  expect(
    credentialsProblem(await textsOf("accounts", "de"), "too many attempts; try again in 1 minute"),
  ).toBe("Zu viele Versuche; bitte in 1 Minute noch einmal.");
  expect(credentialsProblem(t, "the server is asleep")).toBe("The server is asleep.");
});

test("a code is never shown as it is", () => {
  for (const code of ["CredentialsSignin", "unreachable", "Configuration", "SomethingNew"]) {
    expect(credentialsProblem(t, code)).not.toContain(code);
    expect(redirectProblem(t, code, "Okta")).not.toContain(code);
  }
  expect([credentialsProblem(t, ""), redirectProblem(t, "", "Okta")]).toEqual(["", ""]);
});

test("what stands in the address is not repeated: anybody can send a link", () => {
  expect(redirectProblem(t, "your account is locked, call 555 0100", "Okta")).toBe(
    "Signing in did not work. Try again.",
  );
});

test.each(["OidcNoEmail", "OAuthSignin", "OAuthCallback"])("%s names the provider", (code) => {
  expect(redirectProblem(t, code, "Okta")).toMatch(/^Okta /);
});
