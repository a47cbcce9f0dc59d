import type { AuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { storableText } from "@/lib/text";
import { findOrAddIdentity, type Identity } from "@/lib/users/identity";
import { verifyCredentials } from "@/lib/users/verify-credentials";
import { AUTH_SESSION_SECONDS, endAuthSession, openAuthSession } from "./auth-session";
import { cookieNames } from "./cookie-names";
import { CLIENT_ADDRESS } from "./client-address";

const credentialsSchema = z.object({ email: storableText, password: z.string() });
const claimsSchema = z.looseObject({ authSessionId: z.string().optional() });
/** OpenID Connect Core, section 5.1: an address counts only when the provider has checked it. */
const profileSchema = z.looseObject({
  sub: storableText.min(1),
  email: storableText.optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: storableText.optional().catch(undefined),
});

export const OIDC_PROVIDER_ID = "oidc";

/**
 * next-auth on this product's accounts: it owns the protocol (forms, CSRF, redirects, the encrypted cookie), the database
 * owns the session that the cookie names. A failed sign-in ends on the sign-in page with `?error=`.
 */
export function authOptions(app: App): AuthOptions {
  const names = cookieNames(app.env);
  const cookie = (name: string, maxAge?: number) => ({
    name,
    options: {
      httpOnly: true,
      sameSite: "lax" as const,
      path: "/",
      secure: names.secure,
      ...(maxAge !== undefined && { maxAge }),
    },
  });
  return {
    secret: app.secret,
    session: { strategy: "jwt", maxAge: AUTH_SESSION_SECONDS },
    useSecureCookies: names.secure,
    cookies: {
      sessionToken: cookie(names.session),
      csrfToken: cookie(names.csrf),
      callbackUrl: cookie(names.callback),
      state: cookie(names.state, 900),
      nonce: cookie(names.nonce, 900),
      pkceCodeVerifier: cookie(names.pkce, 900),
    },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [credentialsProvider(app), ...oidcProviders(app)],
    callbacks: {
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined;
        return target?.origin === baseUrl ? target.href : baseUrl;
      },
      async signIn({ account, profile, user }) {
        if (account?.provider !== OIDC_PROVIDER_ID) return true;
        const person = profileSchema.safeParse(profile);
        if (!person.success) return false;
        const known = await admit(app, {
          issuer: app.env.KANDEV_OIDC_ISSUER ?? "",
          subject: person.data.sub,
          email: [true, "true"].includes(person.data.email_verified ?? false) ? person.data.email : undefined,
          name: person.data.name ?? "",
        });
        if (typeof known === "string") return `/sign-in?error=${known}`;
        user.id = known.id;
        return true;
      },
      async jwt({ token, user }) {
        // `user` is there at the sign-in only: afterwards the token is passed on as it is. Nothing else belongs into it.
        if (user as User | undefined) return { authSessionId: await openAuthSession(app, user.id) };
        return { authSessionId: claimsSchema.parse(token).authSessionId };
      },
    },
    events: {
      async signOut({ token }) {
        const { authSessionId } = claimsSchema.parse(token ?? {});
        if (authSessionId !== undefined) await endAuthSession(app, authSessionId);
      },
    },
    logger: {
      error: (code, metadata) =>
        app.log.warn({ code, err: "error" in metadata ? metadata.error : metadata }, "sign-in failed"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** next-auth shows people the message of whatever is thrown here; that of a database holds the statement. */
async function admit(app: App, identity: Identity): Promise<{ readonly id: string } | string> {
  try {
    return await findOrAddIdentity(app, identity);
  } catch (error) {
    app.log.error({ err: error }, "an identity could not be looked up");
    return "Callback";
  }
}

const credentialsProvider = (app: App) =>
  Credentials({
    name: "E-mail and password",
    credentials: { email: {}, password: {} },
    async authorize(input, request) {
      const parsed = credentialsSchema.safeParse(input);
      if (!parsed.success) return null;
      const headers: Record<string, unknown> = request.headers ?? {};
      const address = headers[CLIENT_ADDRESS];
      try {
        const user = await verifyCredentials(app, {
          ...parsed.data,
          address: typeof address === "string" ? address : "",
        });
        return user === undefined ? null : { id: user.id };
      } catch (error) {
        if (error instanceof AppError) throw error; // its message becomes ?error=
        app.log.error({ err: error }, "credentials could not be checked");
        throw new AppError("internal_error", "something went wrong on the server; try again", {
          cause: error,
        });
      }
    },
  });

function oidcProviders({ env }: App): AuthOptions["providers"] {
  if (env.KANDEV_OIDC_ISSUER === undefined) return [];
  return [
    {
      id: OIDC_PROVIDER_ID,
      name: env.KANDEV_OIDC_NAME,
      type: "oauth",
      wellKnown: `${env.KANDEV_OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
      issuer: env.KANDEV_OIDC_ISSUER,
      clientId: env.KANDEV_OIDC_CLIENT_ID ?? "",
      clientSecret: env.KANDEV_OIDC_CLIENT_SECRET ?? "",
      authorization: { params: { scope: "openid email profile" } },
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      // A provider that keeps to the standard names the person in userinfo, not in the ID token (OpenID Connect Core, 5.4).
      userinfo: {
        async request({ client, tokens }) {
          // next-auth types the TokenSet as less than it is; with the ID token inside, userinfo must be about the same person
          const set = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
          const claims = set.claims();
          if (claims.email_verified !== undefined || client.issuer.metadata.userinfo_endpoint === undefined)
            return claims;
          return { ...claims, ...(await client.userinfo(set)) };
        },
      },
      profile: (profile: { sub: string }) => ({ id: profile.sub }),
    },
  ];
}
