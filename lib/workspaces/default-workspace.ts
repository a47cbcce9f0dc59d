import { workspaces } from "@/db/schema/workspaces";
import { callerScope } from "@/lib/auth/access";
import type { Context } from "@/lib/context";

/** The id of the workspace a task goes to when none is named: one for each person, made at its first use. */
export async function defaultWorkspace(ctx: Context): Promise<string> {
  const owner = callerScope(ctx.actor) ?? "";
  const id = owner === "" ? "default" : `default-${owner}`;
  await ctx.app.db.insert(workspaces).values({ id, name: "Default", ownerId: owner }).onConflictDoNothing();
  return id;
}
