import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import Provider from "oidc-provider";
import type { Answer, Browser } from "./browser";
import { csrfToken } from "./browser";
import type { TestServer } from "./server";

export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

export interface TestProvider {
  /** What a server needs to use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Who can sign in there, by subject; read anew at each sign-in. */
  readonly people: Map<string, ProviderPerson>;
  /** Laid over what it publishes, to lie with. */
  readonly lies: { discovery?: object; jwks?: object };
  /** Registers the callbacks of servers, which need the issuer before they have a port. */
  serve(servers: readonly Pick<TestServer, "url">[]): void;
  stop(): Promise<void>;
}

const CLIENT = { client_id: "kandev", client_secret: "a-client-secret-that-nobody-sees" };

/** A real OpenID Connect provider on a port of this machine, with its development pages, which ask for no password. */
export async function startProvider(): Promise<TestProvider> {
  let serve: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => serve(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const people = new Map<string, ProviderPerson>();
  const lies: TestProvider["lies"] = {};
  return {
    env: {
      KANDEV_OIDC_ISSUER: issuer,
      KANDEV_OIDC_CLIENT_ID: CLIENT.client_id,
      KANDEV_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      KANDEV_OIDC_NAME: "Example sign-on",
    },
    people,
    lies,
    serve(servers) {
      const provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: servers.map(({ url }) => `${url}/api/auth/callback/oidc`) }],
        pkce: { required: () => true },
        claims: { email: ["email", "email_verified"], profile: ["name"] },
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ["a key for its cookies"] },
        jwks: { keys: [newKey()] },
        ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
        findAccount: (_ctx, sub) => {
          const person = people.get(sub);
          if (person === undefined) return undefined;
          return { accountId: sub, claims: () => ({ sub, ...person }) };
        },
      });
      provider.use(async (ctx, next) => {
        await next();
        if (ctx.path === "/.well-known/openid-configuration")
          Object.assign(ctx.body as object, lies.discovery);
        if (ctx.path === "/jwks") Object.assign(ctx.body as object, lies.jwks);
      });
      const handle = provider.callback();
      serve = (request, response) => void handle(request, response);
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A signing key of nobody else. */
export const newKey = () => ({
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  use: "sig",
  alg: "RS256",
});

/** Asks a server for a sign-in at its provider: the address there. */
export async function beginSignIn(browser: Browser, callbackUrl = "/"): Promise<string> {
  const form = { csrfToken: await csrfToken(browser), callbackUrl };
  return (await browser.go("POST", "/api/auth/signin/oidc", { form })).location;
}

/** Signs in and consents on the provider's pages: the address it sends the browser back to. */
export async function passProvider(browser: Browser, address: string, sub: string): Promise<string> {
  let answer = await browser.go("GET", address);
  for (let step = 0; step < 12; step++) {
    if (answer.location.includes("/api/auth/callback/")) return answer.location;
    if (answer.location !== "") answer = await browser.go("GET", new URL(answer.location, address).href);
    else answer = await submit(browser, answer, address, sub);
  }
  throw new Error(`The provider leads nowhere: ${answer.status} ${answer.text}`);
}

function submit(browser: Browser, { status, text }: Answer, address: string, sub: string): Promise<Answer> {
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
  const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
  if (action === undefined || prompt === undefined) throw new Error(`No form: ${status} ${text}`);
  return browser.go("POST", new URL(action, address).href, {
    form: prompt === "login" ? { prompt, login: sub, password: "any" } : { prompt },
  });
}

/** Comes back from the provider; follows next-auth's own redirects to the page the browser ends on. */
export async function comeBack(browser: Browser, callback: string): Promise<URL> {
  let at = new URL(callback);
  do {
    const answer = await browser.go("GET", at.href);
    if (answer.location === "") throw new Error(`${at.pathname} answered ${answer.status}: ${answer.text}`);
    at = new URL(answer.location, at);
  } while (at.pathname.startsWith("/api/auth/"));
  return at;
}
