import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, knock, openBrowser, signIn, signOut } from "@/lib/testing/browser";
import {
  beginSignIn,
  comeBack,
  newKey,
  passProvider,
  type ProviderPerson,
  startProvider,
  type TestProvider,
} from "@/lib/testing/openid-provider";
import { insertPerson, PASSWORD } from "@/lib/testing/people";
import { type Product, startProduct } from "@/lib/testing/product";
import type { TestServer } from "@/lib/testing/server";
import { newId } from "@/lib/ids";
import { disableUser } from "./disable-user";

let provider: TestProvider;
let product: Product;
let second: TestServer;
/** Nobody has an account on it. */
let fresh: Product;

beforeAll(async () => {
  provider = await startProvider();
  const env = { KANDEV_AUTH: "enabled", ...provider.env };
  [product, fresh] = await Promise.all([startProduct(env), startProduct(env)]);
  second = await product.start();
  provider.serve([product.server, second, fresh.server]);
  await insertPerson(product.db); // it is set up
});
beforeEach(() => {
  provider.lies.discovery = {};
  provider.lies.jwks = {};
});
afterAll(async () => {
  const output = [product.server, second, fresh.server].map((server) => server.output()).join("\n");
  await product.stop([/an identity could not be looked up/]);
  await fresh.stop();
  await provider.stop();
  expect(output).not.toMatch(/a-client-secret|eyJ/); // neither the client's secret nor a token
});

/** A person at the provider; the subject. */
function meet(person: ProviderPerson): string {
  const sub = newId();
  provider.people.set(sub, person);
  return sub;
}
const newEmail = () => `${newId()}@example.test`;

async function signInThere(browser: Browser, sub: string, callbackUrl?: string): Promise<URL> {
  return comeBack(browser, await passProvider(browser, await beginSignIn(browser, callbackUrl), sub));
}
const errorOf = (page: URL) => [page.pathname, page.searchParams.get("error")];

const accounts = (email: string) =>
  product.sql`SELECT id, email, name, role, password_hash FROM users WHERE lower(email) = lower(${email})`;
const sessions = async () => (await product.sql`SELECT 1 FROM auth_sessions`).length;

/** Whatever was tried: no session was opened, and the browser is nobody. */
async function expectNobody(browser: Browser, work: () => Promise<unknown>): Promise<void> {
  const before = await sessions();
  await work();
  expect([await sessions(), await knock(browser)]).toEqual([before, 401]);
}

describe("a person at the provider", () => {
  test("who is unknown here becomes a member, and comes back to where they wanted to go", async () => {
    const email = newEmail();
    const sub = meet({ email, email_verified: true, name: "Ada Lovelace" });
    const browser = openBrowser(product.server);
    const page = await signInThere(browser, sub, "/tasks/7");
    expect(page.href).toBe(`${product.server.url}/tasks/7`);
    expect(await knock(browser)).toBe(200);
    expect([...(await accounts(email))]).toEqual([
      { id: expect.any(String) as string, email, name: "Ada Lovelace", role: "member", password_hash: "" },
    ]);
  });

  test("is the same account the next time, also when the address there has changed", async () => {
    const email = newEmail();
    const sub = meet({ email, email_verified: true });
    await signInThere(openBrowser(product.server), sub);
    const moved = newEmail();
    provider.people.set(sub, { email: moved, email_verified: false });
    const browser = openBrowser(product.server);
    await signInThere(browser, sub);
    expect(await knock(browser)).toBe(200);
    expect([(await accounts(email)).length, (await accounts(moved)).length]).toEqual([1, 0]);
  });

  test("with the verified address of an account is that account, and its password still works", async () => {
    const { id, email } = await insertPerson(product.db);
    const sub = meet({ email: email.toUpperCase(), email_verified: true });
    const browser = openBrowser(product.server);
    await signInThere(browser, sub);
    expect(await knock(browser)).toBe(200);
    const linked = await product.sql`SELECT user_id FROM user_identities WHERE subject = ${sub}`;
    expect([[...linked], (await accounts(email)).length]).toEqual([[{ user_id: id }], 1]);
    const withPassword = openBrowser(product.server);
    await signIn(withPassword, { email, password: PASSWORD });
    expect(await knock(withPassword)).toBe(200);
  });

  test.each<[string, (email: string) => ProviderPerson]>([
    ["not verified", (email) => ({ email, email_verified: false })],
    ["not said to be verified", (email) => ({ email })],
    ["not verified, as a text", (email) => ({ email, email_verified: "false" })],
    ["missing", () => ({ email_verified: true })],
    ["no address", (email) => ({ email: `${email}, other@example.test`, email_verified: true })],
    // U+212A, the Kelvin sign, is an ASCII k in lower case
    ["only alike", (email) => ({ email: email.replace("k", "\u212A"), email_verified: true })],
  ])("whose address is %s neither gets an account nor somebody's", async (_what, claims) => {
    const known = await insertPerson(product.db, { email: `k${newEmail()}` });
    const unknown = `k${newEmail()}`;
    for (const email of [known.email, unknown]) {
      const browser = openBrowser(product.server);
      await expectNobody(browser, async () => {
        const page = await signInThere(browser, meet(claims(email)));
        expect(errorOf(page)).toEqual(["/sign-in", "OidcNoEmail"]);
      });
    }
    const identities = await product.sql`SELECT 1 FROM user_identities WHERE user_id = ${known.id}`;
    expect([identities.length, (await accounts(unknown)).length]).toEqual([0, 0]);
  });

  test("who has got the address of somebody else there does not get that person's account", async () => {
    const email = newEmail();
    const first = meet({ email, email_verified: true });
    await signInThere(openBrowser(product.server), first);
    const later = meet({ email, email_verified: true });
    const browser = openBrowser(product.server);
    await expectNobody(browser, async () => {
      expect(errorOf(await signInThere(browser, later))).toEqual(["/sign-in", "OidcOtherPerson"]);
    });
    expect((await product.sql`SELECT 1 FROM user_identities WHERE subject = ${later}`).length).toBe(0);
  });

  test("whose account is disabled is refused, known by subject or by address, and nothing is made", async () => {
    const email = newEmail();
    const sub = meet({ email, email_verified: true });
    await signInThere(openBrowser(product.server), sub);
    await disableUser(product, { email });
    const byAddress = meet({ email, email_verified: true });
    for (const subject of [sub, byAddress]) {
      const browser = openBrowser(product.server);
      await expectNobody(browser, async () => {
        expect(errorOf(await signInThere(browser, subject))).toEqual(["/sign-in", "OidcDisabled"]);
      });
    }
    expect((await product.sql`SELECT 1 FROM user_identities WHERE subject = ${byAddress}`).length).toBe(0);
  });

  test("who signs in for the first time in many browsers and on two servers at once is one account", async () => {
    const email = newEmail();
    const sub = meet({ email, email_verified: true });
    const waiting = [];
    for (const server of [product.server, second, product.server, second, product.server, second]) {
      const browser = openBrowser(server);
      waiting.push({ browser, callback: await passProvider(browser, await beginSignIn(browser), sub) });
    }
    await Promise.all(waiting.map(({ browser, callback }) => comeBack(browser, callback)));
    for (const { browser } of waiting) expect(await knock(browser)).toBe(200);
    expect((await accounts(email)).length).toBe(1);
  });

  test("with a name that cannot be stored is let in without it", async () => {
    const email = newEmail();
    const browser = openBrowser(product.server);
    await signInThere(browser, meet({ email, email_verified: true, name: "a\0b" }));
    expect(await knock(browser)).toBe(200);
    expect((await accounts(email))[0]).toMatchObject({ name: "" });
  });

  test("is let in by nobody before the first run", async () => {
    const browser = openBrowser(fresh.server);
    const sub = meet({ email: newEmail(), email_verified: true });
    expect(errorOf(await signInThere(browser, sub))).toEqual(["/sign-in", "OidcNotSetUp"]);
    expect([await knock(browser), (await fresh.sql`SELECT 1 FROM users`).length]).toEqual([401, 0]);
  });

  test("who refuses there is told so here", async () => {
    const browser = openBrowser(product.server);
    const there = new URL(await beginSignIn(browser));
    const callback = new URL("/api/auth/callback/oidc", product.server.url);
    callback.searchParams.set("error", "access_denied");
    callback.searchParams.set("state", there.searchParams.get("state") ?? "");
    await expectNobody(browser, async () => {
      expect(errorOf(await comeBack(browser, callback.href))).toEqual(["/sign-in", "Callback"]);
    });
  });
});

describe("a session from the provider", () => {
  test("ends with the sign-out and with the account, as any other", async () => {
    const email = newEmail();
    const sub = meet({ email, email_verified: true });
    const [leaving, staying] = [openBrowser(product.server), openBrowser(product.server)];
    await signInThere(leaving, sub);
    await signInThere(staying, sub);
    const copied = openBrowser(product.server);
    for (const [name, value] of leaving.cookies) copied.cookies.set(name, value);
    await signOut(leaving);
    expect([await knock(leaving), await knock(copied), await knock(staying)]).toEqual([401, 401, 200]);
    await disableUser(product, { email });
    expect(await knock(staying)).toBe(401);
  });
});

test("every sign-in at the provider carries a state, a nonce and a challenge of its own", async () => {
  const browser = openBrowser(product.server);
  const begun = [];
  for (let time = 0; time < 2; time++) {
    const { searchParams } = new URL(await beginSignIn(browser));
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    begun.push(...["state", "nonce", "code_challenge"].map((name) => searchParams.get(name) ?? ""));
  }
  for (const value of begun) expect(value.length).toBeGreaterThanOrEqual(43);
  expect(new Set(begun).size).toBe(6);
});

describe("nobody is signed in by", () => {
  const verified = () => meet({ email: newEmail(), email_verified: true });
  const change = (address: string, name: string, value: string | undefined): string => {
    const url = new URL(address);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url.href;
  };

  test.each([
    ["a state of somebody's own", "state", "forged"],
    ["no state", "state", undefined],
    ["another code", "code", "forged"],
    ["no code", "code", undefined],
    ["an answer in another provider's name", "iss", "https://evil.example"],
  ])("a way back with %s", async (_what, name, value) => {
    const browser = openBrowser(product.server);
    const callback = await passProvider(browser, await beginSignIn(browser), verified());
    await expectNobody(browser, async () => {
      const page = await comeBack(browser, change(callback, name, value));
      expect(errorOf(page)).toEqual(["/sign-in", "OAuthCallback"]);
    });
  });

  test("a way back that another browser began", async () => {
    const victim = openBrowser(product.server);
    const attacker = openBrowser(product.server);
    const callback = await passProvider(attacker, await beginSignIn(attacker), verified());
    await expectNobody(victim, () => comeBack(victim, callback));
    await beginSignIn(victim);
    await expectNobody(victim, () => comeBack(victim, callback));
  });

  test("a code that was used, not even with the cookies of its first use", async () => {
    const browser = openBrowser(product.server);
    const callback = await passProvider(browser, await beginSignIn(browser), verified());
    const copied = openBrowser(product.server);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    await comeBack(browser, callback);
    expect(await knock(browser)).toBe(200);
    await expectNobody(copied, async () => {
      expect(errorOf(await comeBack(copied, callback))).toEqual(["/sign-in", "OAuthCallback"]);
    });
  });

  test("an ID token for another nonce", async () => {
    const browser = openBrowser(product.server);
    const forged = change(await beginSignIn(browser), "nonce", "forged");
    const callback = await passProvider(browser, forged, verified());
    await expectNobody(browser, () => comeBack(browser, callback));
    expect(product.server.output()).toMatch(/nonce mismatch/);
  });

  test("a code for another challenge (PKCE)", async () => {
    const browser = openBrowser(product.server);
    const forged = change(await beginSignIn(browser), "code_challenge", "f".repeat(43));
    const callback = await passProvider(browser, forged, verified());
    await expectNobody(browser, () => comeBack(browser, callback));
  });

  test("an ID token of another issuer", async () => {
    const browser = openBrowser(product.server);
    const callback = await passProvider(browser, await beginSignIn(browser), verified());
    provider.lies.discovery = {
      issuer: "https://other.example",
      authorization_response_iss_parameter_supported: false,
    };
    await expectNobody(browser, () => comeBack(browser, change(callback, "iss", undefined)));
    expect(product.server.output()).toMatch(/unexpected iss value/);
  });

  test("an ID token signed with another key", async () => {
    const browser = openBrowser(product.server);
    const callback = await passProvider(browser, await beginSignIn(browser), verified());
    const { kty, n, e, use, alg } = newKey();
    provider.lies.jwks = { keys: [{ kty, n, e, use, alg }] };
    await expectNobody(browser, () => comeBack(browser, callback));
  });

  test("a sign-in that another site begins", async () => {
    const browser = openBrowser(product.server);
    const answer = await browser.go("POST", "/api/auth/signin/oidc", { form: { csrfToken: "guessed" } });
    expect(new URL(answer.location).origin).toBe(product.server.url);
    const byAddress = await browser.go("GET", "/api/auth/signin/oidc");
    expect(new URL(byAddress.location, product.server.url).pathname).toBe("/sign-in");
  });
});

test("a database that fails is told without what it said", async () => {
  const browser = openBrowser(product.server);
  const sub = meet({ email: newEmail(), email_verified: true });
  const callback = await passProvider(browser, await beginSignIn(browser), sub);
  await product.sql`ALTER TABLE user_identities RENAME TO elsewhere`;
  try {
    await expectNobody(browser, async () => {
      const page = await comeBack(browser, callback);
      expect([page.pathname, page.search]).toEqual(["/sign-in", "?error=Callback"]);
    });
  } finally {
    await product.sql`ALTER TABLE elsewhere RENAME TO user_identities`;
  }
});

test("a provider that does not answer ends on the sign-in page, and passwords work on", async () => {
  const away = await product.start({
    KANDEV_AUTH: "enabled",
    ...provider.env,
    KANDEV_OIDC_ISSUER: "http://127.0.0.1:9", // nothing listens there
  });
  const browser = openBrowser(away);
  const page = await comeBack(browser, new URL(await beginSignIn(browser), away.url).href);
  expect(errorOf(page)).toEqual(["/sign-in", "OAuthSignin"]);
  const { email } = await insertPerson(product.db);
  await signIn(browser, { email, password: PASSWORD });
  expect(await knock(browser)).toBe(200);
});
