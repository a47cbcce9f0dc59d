import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Browser,
  csrfToken,
  knock,
  openBrowser,
  signIn,
  signOut,
} from "@/lib/testing/browser";
import { send } from "@/lib/testing/http";
import { type Product, startProduct } from "@/lib/testing/product";
import { insertPerson, PASSWORD } from "@/lib/testing/people";
import type { TestServer } from "@/lib/testing/server";
import { newId } from "@/lib/ids";
import { disableUser } from "./disable-user";

const WRONG = "wrong-Zq7-password";
const SECRET = "a secret of at least thirty-two characters";

let product: Product;
/** Behind a proxy that terminates TLS. */
let published: TestServer;
/** A second server of the same product, on the same database. */
let second: TestServer;

beforeAll(async () => {
  product = await startProduct({ KANDEV_AUTH: "enabled", KANDEV_SECRET: SECRET });
  [published, second] = await Promise.all([
    product.start({
      KANDEV_AUTH: "enabled",
      KANDEV_SECRET: SECRET,
      KANDEV_PUBLIC_URL: "https://kandev.example",
    }),
    product.start({ KANDEV_AUTH: "enabled", KANDEV_SECRET: SECRET }),
  ]);
});
afterAll(async () => {
  const outputs = [product.server, published, second].map((server) => server.output()).join("\n");
  await product.stop();
  expect(outputs).not.toMatch(new RegExp(`${PASSWORD}|${WRONG}`));
});

const addPerson = () => insertPerson(product.db);
const sessionName = (server: TestServer) => `kandev_session_${server.port}`;

/** A browser behind the proxy, at an address. */
const behindProxy = (address: string): Browser =>
  openBrowser(published, {
    host: "kandev.example",
    "x-forwarded-proto": "https",
    "x-forwarded-for": address,
  });

/** All that can be told from an answer: nothing but the cookies' values may differ. */
const visible = ({ status, headers, text, setCookies }: Answer) => {
  const { date: _date, "set-cookie": _cookies, ...rest } = headers;
  return { status, headers: rest, text, cookies: setCookies.map(({ name }) => name).sort() };
};

const isRefused = (answer: Answer) => {
  expect(answer.setCookies.map(({ name }) => name).filter((name) => name.includes("_session_"))).toEqual([]);
  return new URL(answer.location, "http://any").searchParams.get("error");
};
const openSessions = async (userId: string): Promise<number> =>
  (await product.sql`SELECT 1 FROM auth_sessions WHERE user_id = ${userId}`).length;

describe("the right password", () => {
  test("opens the product with a cookie of this port that no script reads and no other site sends", async () => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    expect(await knock(browser)).toBe(401);
    const answer = await signIn(browser, { email, password: PASSWORD });
    const cookie = answer.setCookies.find(({ name }) => name === sessionName(product.server));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/" });
    expect([cookie?.secure, cookie?.domain]).toEqual([undefined, undefined]);
    expect(await knock(browser)).toBe(200);
  });

  test("behind TLS the cookie is bound to this host and sent over TLS only", async () => {
    const { email } = await addPerson();
    const browser = behindProxy("192.0.2.1");
    const answer = await signIn(browser, { email, password: PASSWORD });
    expect(answer.location).toBe("https://kandev.example/");
    for (const cookie of answer.setCookies)
      expect(cookie).toMatchObject({
        name: expect.stringMatching(/^__Host-kandev_\w+_443$/) as string,
        httpOnly: true,
        secure: true,
        path: "/",
      });
    expect(answer.setCookies.map(({ name }) => name)).toContain("__Host-kandev_session_443");
    expect(await knock(browser)).toBe(200);
  });

  test("the e-mail address may be written in any case and with spaces around it", async () => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    await signIn(browser, { email: `  ${email.toUpperCase()} `, password: PASSWORD });
    expect(await knock(browser)).toBe(200);
  });

  test.each([
    ["200 characters outside the basic plane", "🔑".repeat(200)],
    ["the most that is allowed", "p".repeat(256)],
    ["letters with accents, typed decomposed", "pa\u0073\u0073wo\u0308rt"],
  ])("is the right one however it is made: %s", async (_what, password) => {
    const { email } = await insertPerson(product.db, { password: password.normalize("NFC") });
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password });
    expect(await knock(browser)).toBe(200);
  });

  test("of a password that is longer than allowed the beginning is not enough", async () => {
    const { email } = await insertPerson(product.db, { password: "p".repeat(256) });
    const browser = openBrowser(product.server);
    expect(isRefused(await signIn(browser, { email, password: "p".repeat(257) }))).toBe("CredentialsSignin");
  });
});

describe("a refusal", () => {
  test("is the same for a wrong password, an unknown address and a disabled account", async () => {
    const known = await addPerson();
    const disabled = await addPerson();
    await disableUser(product, disabled);
    const elsewhere = await insertPerson(product.db, { password: undefined }); // has no password here
    const answers = [];
    for (const [email, password] of [
      [known.email, WRONG],
      [`${newId()}@example.test`, PASSWORD],
      [disabled.email, PASSWORD],
      [elsewhere.email, ""],
      ["not an address", PASSWORD],
      [`${known.email}\0`, PASSWORD],
      ["a".repeat(100_000), PASSWORD],
    ] as const) {
      const answer = await signIn(openBrowser(product.server), { email, password });
      expect(isRefused(answer)).toBe("CredentialsSignin");
      answers.push(visible(answer));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("is what a form from elsewhere gets: without the CSRF token, or with another browser's, nobody is signed in", async () => {
    const { email, id } = await addPerson();
    const browser = openBrowser(product.server);
    await csrfToken(browser);
    const foreign = await csrfToken(openBrowser(product.server));
    const forms: Record<string, string>[] = [{}, { csrfToken: "" }, { csrfToken: foreign }];
    for (const form of forms)
      isRefused(
        await browser.go("POST", "/api/auth/callback/credentials", {
          form: { ...form, email, password: PASSWORD },
        }),
      );
    const noCookie = openBrowser(product.server);
    isRefused(
      await noCookie.go("POST", "/api/auth/callback/credentials", {
        form: { email, password: PASSWORD, csrfToken: foreign },
      }),
    );
    expect([await knock(browser), await openSessions(id)]).toEqual([401, 0]);
  });

  test("is what another origin gets, whatever it sends", async () => {
    const { email, id } = await addPerson();
    const browser = openBrowser(product.server, { origin: "https://evil.example" });
    const answer = await browser.go("POST", "/api/auth/callback/credentials", {
      form: { email, password: PASSWORD },
    });
    expect([answer.status, await openSessions(id)]).toEqual([403, 0]);
  });

  test("credentials in an address are looked at by nobody", async () => {
    const { email, id } = await addPerson();
    const browser = openBrowser(product.server);
    const query = new URLSearchParams({ email, password: PASSWORD, csrfToken: await csrfToken(browser) });
    isRefused(await browser.go("GET", `/api/auth/callback/credentials?${query.toString()}`));
    expect(await openSessions(id)).toBe(0);
  });
});

describe("a request that no browser sends", () => {
  test.each([
    ["JSON that is none", "application/json", "{", 415],
    ["JSON", "application/json", "null", 415],
    ["no type", "", "a=b", 415],
    ["more than a form ever holds", "application/x-www-form-urlencoded", `a=${"x".repeat(2_000_000)}`, 413],
    ["bytes that are no text", "application/x-www-form-urlencoded", Buffer.from([0xff, 0xfe]), 400],
  ])("is refused and is no error of the server: %s", async (_what, type, body, status) => {
    const browser = openBrowser(product.server);
    for (const path of ["callback/credentials", "signin/credentials", "signout"]) {
      const answer = await browser.go("POST", `/api/auth/${path}`, {
        body,
        headers: type === "" ? {} : { "content-type": type },
      });
      expect([path, answer.status]).toEqual([path, status]);
    }
  });

  test("a log line cannot be written from outside", async () => {
    const browser = openBrowser(product.server);
    const answer = await browser.go("POST", "/api/auth/_log", {
      form: { level: "error", code: "forged-log-line", message: "forged-log-line" },
    });
    expect(answer.status).toBe(404);
    expect(product.server.output()).not.toMatch(/forged-log-line/);
  });

  test.each(["error=%0d%0aSet-Cookie:+a=b", "error=%E2%82%AC", "error=a%26b"])(
    "an error page is asked for with anything: %s",
    async (query) => {
      const answer = await openBrowser(product.server).go("GET", `/api/auth/error?${query}`);
      expect(answer.status).toBe(302);
      expect(new URL(answer.location, "http://any").searchParams.get("error")).toBe(
        new URLSearchParams(query).get("error"),
      );
    },
  );
});

describe("a session ends", () => {
  test("with the sign-out, for every copy of its cookie, and no other session does", async () => {
    const { email, id } = await addPerson();
    const [browser, other] = [openBrowser(product.server), openBrowser(product.server)];
    await signIn(browser, { email, password: PASSWORD });
    await signIn(other, { email, password: PASSWORD });
    const copied = openBrowser(product.server);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    expect(await knock(copied)).toBe(200);
    expect(await openSessions(id)).toBe(2);
    await signOut(browser);
    expect([await knock(browser), await knock(copied), await knock(other)]).toEqual([401, 401, 200]);
    expect(await openSessions(id)).toBe(1);
    await copied.go("GET", "/api/auth/session"); // what renews a cookie does not bring a session back
    expect(await knock(copied)).toBe(401);
  });

  test("not with a sign-out that another site asks for", async () => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password: PASSWORD });
    await browser.go("POST", "/api/auth/signout", { form: { csrfToken: "guessed" } });
    expect(await knock(browser)).toBe(200);
  });

  test("at the next request once the account is disabled, on every server", async () => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password: PASSWORD });
    expect(await knock(browser)).toBe(200);
    const other = openBrowser(second);
    other.cookies.set(sessionName(second), browser.cookies.get(sessionName(product.server)) ?? "");
    expect(await knock(other)).toBe(200);
    await disableUser(product, { email });
    expect([await knock(browser), await knock(other)]).toEqual([401, 401]);
  });

  test("at its time, whatever the cookie says", async () => {
    const { email, id } = await addPerson();
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password: PASSWORD });
    await product.sql`UPDATE auth_sessions SET expires_at = now() WHERE user_id = ${id}`;
    expect(await knock(browser)).toBe(401);
  });
});

describe("a cookie", () => {
  test("of another secret, damaged, of another port's name or made of something else is 401", async () => {
    const { email, id } = await addPerson();
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password: PASSWORD });
    const name = sessionName(product.server);
    const good = browser.cookies.get(name) ?? "";
    const [session] = await product.sql`SELECT id FROM auth_sessions WHERE user_id = ${id}`;
    const forged = (secret: string, token: Record<string, unknown>) => encode({ token, secret });
    const authSessionId: unknown = session?.id;
    const knockWith = async (cookie: string) =>
      (await send(product.server, "GET", "/api/v1/tasks", { headers: { cookie } })).status;
    expect(await knockWith(`${name}=${good}`)).toBe(200);
    expect(await knockWith(`${name}=${await forged(SECRET, { authSessionId })}`)).toBe(200);
    for (const cookie of [
      `${name}=${await forged(`${SECRET}!`, { authSessionId })}`,
      `${name}=${await forged(SECRET, { authSessionId: newId() })}`,
      `${name}=${await forged(SECRET, { authSessionId: { $ne: null } })}`,
      `${name}=${await forged(SECRET, { sub: id })}`,
      `${name}=${good.slice(0, -2)}`,
      `${name}=${good.slice(1)}`,
      `${name}=x${good}`,
      `${name}=${String(authSessionId)}`,
      `${name}=`,
      `kandev_session_${second.port}=${good}`,
      `kandev_session_443=${good}`,
      `__Host-${name}=${good}`,
      `next-auth.session-token=${good}`,
    ])
      expect([cookie, await knockWith(cookie)]).toEqual([cookie, 401]);
  });

  test("that was there before the sign-in is replaced, and opens nothing afterwards", async () => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    const name = sessionName(product.server);
    const planted = await encode({ token: { authSessionId: newId() }, secret: SECRET });
    browser.cookies.set(name, planted);
    await signIn(browser, { email, password: PASSWORD });
    expect(browser.cookies.get(name)).not.toBe(planted);
    expect(await knock(browser)).toBe(200);
    const attacker = openBrowser(product.server);
    attacker.cookies.set(name, planted);
    expect(await knock(attacker)).toBe(401);
  });

  test("of a server whose port begins with this one's is left alone, and does not get into the way", async () => {
    const { email, id } = await addPerson();
    const browser = openBrowser(product.server);
    const neighbour = `${sessionName(product.server)}7`;
    browser.cookies.set(neighbour, "theirs");
    await signIn(browser, { email, password: PASSWORD });
    expect(await knock(browser)).toBe(200);
    await signOut(browser);
    expect([await openSessions(id), browser.cookies.get(neighbour)]).toEqual([0, "theirs"]);
  });

  test("of one server opens every server of the product under its own name", async () => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    await signIn(browser, { email, password: PASSWORD });
    const other = openBrowser(second);
    other.cookies.set(sessionName(second), browser.cookies.get(sessionName(product.server)) ?? "");
    expect(await knock(other)).toBe(200);
  });
});

describe("after the sign-in", () => {
  test.each([
    ["/tasks/1?a=b#c", "/tasks/1?a=b#c"],
    ["https://evil.example/", ""],
    ["//evil.example/", ""],
    ["/\\evil.example/", ""],
    ["\\\\evil.example", ""],
    ["https:evil.example", ""],
    ["http://127.0.0.1.evil.example/", ""],
    ["javascript:alert(1)", ""],
    ["http://", ""],
    ["\t//evil.example", ""],
  ])("the browser goes to a page of this server and to no other site: %j", async (callbackUrl, path) => {
    const { email } = await addPerson();
    const browser = openBrowser(product.server);
    const answer = await signIn(browser, { email, password: PASSWORD, callbackUrl });
    const target = new URL(answer.location, product.server.url);
    expect([answer.status, target.origin]).toEqual([302, product.server.url]);
    if (path !== "") expect(answer.location).toBe(product.server.url + path);
    expect(await knock(browser)).toBe(200);
  });
});

describe("a place to come back to that is no address", () => {
  test.each(["javascript:alert(1)", "no address", "http://", "\\\\x", "data:text/html,x"])(
    "is forgotten, in a link and in a cookie, on every page of next-auth: %j",
    async (place) => {
      for (const path of ["session", "csrf", "providers", "signin", "signout"]) {
        const query = await send(
          product.server,
          "GET",
          `/api/auth/${path}?callbackUrl=${encodeURIComponent(place)}`,
        );
        const cookie = await send(product.server, "GET", `/api/auth/${path}`, {
          headers: { cookie: `${callbackName(product.server)}=${encodeURIComponent(place)}` },
        });
        expect([query.status, cookie.status]).toEqual([expect.toSatisfy(isFine), expect.toSatisfy(isFine)]);
      }
    },
  );
});

const isFine = (status: number) => status < 400;
const callbackName = ({ port }: { readonly port: number }) => `kandev_callback_${port}`;

describe("guessing", () => {
  const guess = (browser: Browser, email: string) => signIn(browser, { email, password: WRONG });

  test("ends after ten attempts from one address, with the wait, even for the right password; elsewhere the owner signs in", async () => {
    const { email } = await addPerson();
    const attacker = behindProxy("203.0.113.7, 198.51.100.1");
    for (let attempt = 0; attempt < 10; attempt++)
      expect(isRefused(await guess(attacker, email))).toBe("CredentialsSignin");
    const wait = "too many attempts; try again in 15 minutes";
    expect(isRefused(await signIn(attacker, { email, password: PASSWORD }))).toBe(wait);
    // the last entry is what the proxy saw; whatever a client puts before it changes nothing
    for (const forged of [
      "198.51.100.1",
      "9.9.9.9, 198.51.100.1",
      "::ffff:198.51.100.1",
      "198.51.100.1:4711",
    ])
      expect(isRefused(await signIn(behindProxy(forged), { email, password: PASSWORD }))).toBe(wait);
    const owner = behindProxy("198.51.100.1, 203.0.113.8");
    await signIn(owner, { email, password: PASSWORD });
    expect(await knock(owner)).toBe(200);
    const [row] =
      await product.sql`SELECT count(*)::int AS count FROM sign_in_attempts WHERE key LIKE ${`pair:${email} %`}`;
    expect(row).toEqual({ count: 1 }); // what was forgiven is forgotten
  });

  test("one IPv6 network is one address", async () => {
    const { email } = await addPerson();
    for (let attempt = 0; attempt < 10; attempt++)
      isRefused(await guess(behindProxy(`2001:db8:1:2::${attempt + 1}`), email));
    const refused = await signIn(behindProxy("2001:DB8:1:2:ffff::1"), { email, password: PASSWORD });
    expect(isRefused(refused)).toMatch(/^too many attempts/);
    const owner = behindProxy("2001:db8:1:3::1");
    await signIn(owner, { email, password: PASSWORD });
    expect(await knock(owner)).toBe(200);
  });

  test("is counted once for all servers, and an address is nothing a client can name without a proxy", async () => {
    const { email } = await addPerson();
    for (let attempt = 0; attempt < 10; attempt++) {
      const server = attempt % 2 === 0 ? product.server : second;
      const forged = {
        "x-forwarded-for": `10.0.0.${attempt}`,
        "x-kandev-client-address": `10.1.0.${attempt}`,
      };
      expect(isRefused(await guess(openBrowser(server, forged), email))).toBe("CredentialsSignin");
    }
    const forgeries: Record<string, string>[] = [
      {},
      { "x-forwarded-for": "10.2.0.1" },
      { "x-kandev-client-address": "10.2.0.2" },
    ];
    for (const server of [product.server, second])
      for (const headers of forgeries)
        expect(isRefused(await signIn(openBrowser(server, headers), { email, password: PASSWORD }))).toMatch(
          /^too many attempts/,
        );
    const elsewhere = behindProxy("203.0.113.9");
    await signIn(elsewhere, { email, password: PASSWORD });
    expect(await knock(elsewhere)).toBe(200);
  });

  test("many at once are no more than ten", async () => {
    const { email } = await addPerson();
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        guess(n % 2 === 0 ? behindProxy("203.0.113.20") : behindProxy("203.0.113.20, 203.0.113.20"), email),
      ),
    );
    expect(all.filter((answer) => isRefused(answer) === "CredentialsSignin")).toHaveLength(10);
  });

  test("a success forgives what was mistyped before", async () => {
    const { email } = await addPerson();
    const browser = behindProxy("203.0.113.30");
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 9; attempt++)
        expect(isRefused(await guess(browser, email))).toBe("CredentialsSignin");
      await signIn(browser, { email, password: PASSWORD });
      expect(await knock(browser)).toBe(200);
      await signOut(browser);
    }
  });
});

test("without accounts there is nothing to sign in to", async () => {
  const open = await product.start({});
  for (const [method, path] of [
    ["GET", "csrf"],
    ["GET", "session"],
    ["GET", "providers"],
    ["POST", "callback/credentials"],
    ["POST", "signout"],
  ] as const) {
    const answer = await openBrowser(open).go(
      method,
      `/api/auth/${path}`,
      method === "POST" ? { form: {} } : {},
    );
    expect([answer.status, answer.text]).toEqual([404, '{"error":"resource not found","code":"not_found"}']);
  }
});
