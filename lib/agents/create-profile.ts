import { agentProfiles } from "@/db/schema/agents";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { AgentProfileView } from "@/lib/views";
import { profileOf } from "./profile";
import { profileView } from "./profile-view";

export interface NewProfile {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly autoApprove: boolean;
}

/**
 * Adds a way to start an agent. It runs a program of the caller's choice as this server's user, so with accounts only an
 * admin may (contract 4). Throws forbidden.
 */
export async function createProfile(ctx: Context, input: NewProfile): Promise<AgentProfileView> {
  requireAdmin(ctx);
  const [row] = await ctx.app.db
    .insert(agentProfiles)
    .values({ ...input, id: newId() })
    .returning();
  if (row === undefined) throw new Error("insert returned no row");
  return profileView(profileOf(row));
}

/** The single user of a server without accounts is its admin. Throws forbidden. */
export function requireAdmin({ actor }: Pick<Context, "actor">): void {
  if (actor.kind === "user" && actor.role !== "admin")
    throw new AppError("forbidden", "only an admin may change agent profiles");
}
