import { timingSafeEqual } from "node:crypto";
import { parseCookie } from "cookie";
import { sql } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { joinRun, type RunRequest } from "@/lib/agent-keys/join-run";
import { hashToken, tokenKind } from "@/lib/ids";
import { connectSession } from "@/lib/sessions/connect-session";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import { USER_ROLES } from "@/lib/users/role";
import type { Actor } from "./actor";
import { AGENT_TOKEN_REFUSED, carriesAgentToken } from "./agent-token";
import { cookieNames } from "./cookie-names";

/** The bearer token of a request, '' when it has none. */
export function bearerToken(request: Request): string {
  const match = /^bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "");
  return match?.[1] ?? "";
}

const unauthenticated = (message: string) => new AppError("unauthenticated", message);
const REQUIRED = "authentication required";

/**
 * Who calls REST, a page or the external MCP endpoint. With authentication disabled any local program is the single user.
 * A credential in the Authorization header decides alone; without one the browser's session does. An agent's token opens
 * nothing but its own endpoint, in both modes (contract 5). Throws unauthenticated.
 */
export async function resolveActor(app: App, request: Request): Promise<Actor> {
  const authorization = request.headers.get("authorization");
  if (carriesAgentToken(authorization)) throw unauthenticated(AGENT_TOKEN_REFUSED);
  if (app.env.KANDEV_AUTH === "disabled") return { kind: "single-user" };
  return authorization === null ? browserActor(app, request) : tokenActor(app, bearerToken(request));
}

const person = z.object({
  id: z.string(),
  user_id: z.string(),
  role: z.enum(USER_ROLES).catch("member"),
});
const tokenRows = z.array(person.extend({ token_hash: z.string(), unmarked: z.boolean() }));
const browserRows = z.array(person);

type Person = Extract<Actor, { kind: "user" }>;

const personActor = ({ id, user_id, role }: z.output<typeof person>, via: Person["via"]): Person => ({
  kind: "user",
  userId: user_id,
  role,
  via,
  credentialId: id,
});

/** One statement and, once a minute, a mark of the use that nobody waits for. */
async function tokenActor(app: App, token: string): Promise<Actor> {
  if (tokenKind(token) !== "kandev_pat") throw unauthenticated(REQUIRED);
  const hash = hashToken(token);
  // The driver itself, because this is in front of every request.
  const [found] = tokenRows.parse(
    await app.sql`
      SELECT id, user_id, role, token_hash, COALESCE(last_used_at < now() - interval '1 minute', true) AS unmarked
      FROM valid_credentials WHERE via = 'personal_access_token' AND token_hash = ${hash}`,
  );
  if (found === undefined || !timingSafeEqual(Buffer.from(found.token_hash), Buffer.from(hash)))
    throw unauthenticated(REQUIRED);
  if (found.unmarked) void markUsed(app, "personal_access_tokens", found.id);
  return personActor(found, "personal_access_token");
}

async function markUsed(app: App, table: "personal_access_tokens" | "agent_keys", id: string): Promise<void> {
  try {
    await app.sql`
      UPDATE ${app.sql(table)} SET last_used_at = now()
      WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;
  } catch (error) {
    app.log.warn({ err: error }, "the last use of a token could not be noted");
  }
}

/** The person behind the session cookie. Throws unauthenticated. */
async function browserActor(app: App, request: Request): Promise<Actor> {
  const sessionId = await readSessionCookie(app, request);
  if (sessionId === undefined) throw unauthenticated(REQUIRED);
  const [found] = browserRows.parse([
    ...(await app.db.execute(sql`
      SELECT id, user_id, role FROM valid_credentials WHERE via = 'browser' AND id = ${sessionId}`)),
  ]);
  if (found === undefined) throw unauthenticated(REQUIRED);
  return personActor(found, "browser");
}

const sessionClaims = z.object({ authSessionId: z.string() });

/** The id in the encrypted cookie; undefined when there is none, or none of ours. */
async function readSessionCookie(app: App, request: Request): Promise<string | undefined> {
  const cookies = parseCookie(request.headers.get("cookie") ?? "");
  const token = cookies[cookieNames(app.env).session];
  if (!token) return undefined;
  const claims = await decode({ token, secret: app.secret }).catch(() => null);
  const parsed = sessionClaims.safeParse(claims);
  return parsed.success ? parsed.data.authSessionId : undefined;
}

const sessionRows = z.array(
  z.object({
    session_id: z.string(),
    surface: z.enum(SESSION_SURFACES),
    connected: z.boolean(),
    autopilot: z.boolean(),
  }),
);

type Agent = Extract<Actor, { kind: "agent" }>;

/**
 * The agent behind a session token or an agent key, for `/mcp/session`. With a key the request says which run it belongs
 * to; it is read once the key is known to be good. A session's first call is recorded. Throws unauthenticated.
 */
export async function resolveAgent(
  app: App,
  request: Request,
  readRun: () => Promise<RunRequest>,
): Promise<Agent> {
  const token = bearerToken(request);
  switch (tokenKind(token)) {
    case "kandev_session":
      return sessionAgent(app, token);
    case "kandev_agent":
      return keyAgent(app, token, readRun);
    case "kandev_pat":
    case undefined:
      throw unauthenticated(
        "this endpoint needs a session token (kandev_session_...) or an agent key (kandev_agent_...)",
      );
  }
}

async function sessionAgent(app: App, token: string): Promise<Agent> {
  const [session] = sessionRows.parse([
    ...(await app.db.execute(sql`
      SELECT s.id AS session_id, s.surface, s.connected_at IS NOT NULL AS connected,
        COALESCE((SELECT k.autopilot AND k.parent_id <> '' FROM tasks k WHERE k.id = s.task_id), false) AS autopilot
      FROM session_tokens t JOIN task_sessions s ON s.id = t.task_session_id WHERE t.token_hash = ${hashToken(token)}`)),
  ]);
  if (session === undefined) throw unauthenticated("the session token is unknown");
  if (!session.connected) await connectSession(app, session.session_id);
  return {
    kind: "agent",
    sessionId: session.session_id,
    surface: session.surface,
    asks: session.autopilot ? "parent" : "person",
  };
}

const keyRows = z.array(
  z.object({ id: z.string(), user_id: z.string(), workspace_id: z.string(), unmarked: z.boolean() }),
);

async function keyAgent(app: App, token: string, readRun: () => Promise<RunRequest>): Promise<Agent> {
  const [key] = keyRows.parse(
    await app.sql`
      SELECT id, user_id, workspace_id, COALESCE(last_used_at < now() - interval '1 minute', true) AS unmarked
      FROM valid_credentials WHERE via = 'agent_key' AND token_hash = ${hashToken(token)}`,
  );
  if (key === undefined) throw unauthenticated("the agent key is unknown or was revoked");
  if (key.unmarked) void markUsed(app, "agent_keys", key.id);
  const { connected, ...agent } = await joinRun(
    app,
    { id: key.id, userId: key.user_id, workspaceId: key.workspace_id },
    await readRun(),
  );
  if (!connected) await connectSession(app, agent.sessionId);
  return agent;
}
