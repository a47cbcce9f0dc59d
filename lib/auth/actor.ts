import type { SessionSurface } from "@/lib/sessions/surface";
import type { UserRole } from "@/lib/users/role";

/**
 * Who calls a verb. A closed union, so that a new kind of caller cannot slip through a default branch.
 * - `single-user`: the synthetic identity of a server with authentication disabled; sees everything
 * - `internal`: this process itself (reconciliation, the command line); sees everything
 * - `user`: a signed-in person; sees what {@link ./access.ts} allows, whatever the role
 * - `agent`: a coding agent with a session token or a workspace's agent key; acts on one session and nothing else
 */
export type Actor =
  | { readonly kind: "single-user" }
  | { readonly kind: "internal" }
  | {
      readonly kind: "user";
      readonly userId: string;
      readonly role: UserRole;
      readonly via: "browser" | "personal_access_token";
      /** Of the browser's session or of the token: what the caller's right ends with. */
      readonly credentialId: string;
    }
  | {
      readonly kind: "agent";
      readonly sessionId: string;
      readonly surface: SessionSurface;
      /** Whom its questions go to: a person, or the agent of its task's parent (autopilot). */
      readonly asks: Asks;
      /** The agent key that it came with, and who made that ('' without accounts): what its right ends with. */
      readonly key?: { readonly id: string; readonly userId: string };
    };

/** The personal access token with which the caller makes something that must not outlive it; null for any other caller. */
export const madeWith = (actor: Actor): string | null =>
  actor.kind === "user" && actor.via === "personal_access_token" ? actor.credentialId : null;

export type Asks = "person" | "parent";

/** Where a resolution came from. Derived from the transport, never from what the caller says. */
export type Origin = "web" | "rest" | "external_mcp" | "agent_mcp" | "internal";
