import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { hashToken, tokenKind } from "@/lib/ids";
import { connectSession } from "@/lib/sessions/connect-session";
import { SESSION_SURFACES } from "@/lib/sessions/surface";
import type { Actor } from "./actor";
import { AGENT_TOKEN_REFUSED, carriesAgentToken } from "./agent-token";

/** The bearer token of a request, '' when it has none. */
export function bearerToken(request: Request): string {
  const match = /^bearer +(.+)$/i.exec(request.headers.get("authorization") ?? "");
  return match?.[1]?.trim() ?? "";
}

const unauthenticated = (message: string) => new AppError("unauthenticated", message);

/**
 * Who calls REST or the external MCP endpoint. With authentication disabled any local program is the single user. An
 * agent's token opens nothing but its own endpoint, in both modes (contract 5). Throws unauthenticated.
 */
export async function resolveActor(app: App, request: Request): Promise<Actor> {
  if (carriesAgentToken(request.headers.get("authorization"))) throw unauthenticated(AGENT_TOKEN_REFUSED);
  if (app.env.KANDEV_AUTH === "disabled") return { kind: "single-user" };
  const token = bearerToken(request);
  if (tokenKind(token) === "kandev_pat") return personalAccessTokenActor(app, token);
  throw unauthenticated("authentication required");
}

const userRows = z.array(z.object({ id: z.string(), role: z.enum(["admin", "member"]) }));

async function personalAccessTokenActor(app: App, token: string): Promise<Actor> {
  const [user] = userRows.parse([
    ...(await app.db.execute(sql`
      SELECT u.id, u.role FROM personal_access_tokens t JOIN users u ON u.id = t.user_id
      WHERE t.token_hash = ${hashToken(token)} AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
        AND u.disabled_at IS NULL`)),
  ]);
  if (user === undefined) throw unauthenticated("authentication required");
  return { kind: "user", userId: user.id, role: user.role, via: "personal_access_token" };
}

const sessionRows = z.array(
  z.object({ session_id: z.string(), surface: z.enum(SESSION_SURFACES), connected: z.boolean() }),
);

/** The agent behind a session token, for `/mcp/session`. Its first call is recorded. Throws unauthenticated. */
export async function resolveAgent(app: App, request: Request): Promise<Extract<Actor, { kind: "agent" }>> {
  const token = bearerToken(request);
  if (tokenKind(token) !== "kandev_session")
    throw unauthenticated("this endpoint needs a session token (kandev_session_...)");
  const [session] = sessionRows.parse([
    ...(await app.db.execute(sql`
      SELECT s.id AS session_id, s.surface, s.connected_at IS NOT NULL AS connected
      FROM session_tokens t JOIN task_sessions s ON s.id = t.task_session_id WHERE t.token_hash = ${hashToken(token)}`)),
  ]);
  if (session === undefined) throw unauthenticated("the session token is unknown");
  if (!session.connected) await connectSession(app, session.session_id);
  return { kind: "agent", sessionId: session.session_id, surface: session.surface };
}
