import { agentKeys } from "@/db/schema/workspaces";
import { authorizeWorkspace, callerScope } from "@/lib/auth/access";
import type { Context } from "@/lib/context";
import { madeWith } from "@/lib/auth/actor";
import { validationError } from "@/lib/errors";
import { newId, newToken } from "@/lib/ids";
import { KEY_NAME_LIMIT } from "./limits";

export interface CreatedAgentKey {
  readonly id: string;
  /** Shown this once; only its SHA-256 is stored. */
  readonly token: string;
}

/**
 * Makes an agent key of a workspace: one credential for all runs of an agent, each of which gets a task and a session at
 * its first call (contract 5). One that was made with a personal access token ends with it (`valid_credentials`). Throws
 * not_found, validation_error.
 */
export async function createAgentKey(
  ctx: Context,
  input: { readonly workspaceId: string; readonly name: string },
): Promise<CreatedAgentKey> {
  await authorizeWorkspace(ctx, input.workspaceId);
  const name = input.name.trim();
  if (name === "" || [...name].length > KEY_NAME_LIMIT)
    throw validationError(`name: must have 1 to ${KEY_NAME_LIMIT} characters`);
  const id = newId();
  const { token, hash } = newToken("kandev_agent");
  await ctx.app.db.insert(agentKeys).values({
    id,
    workspaceId: input.workspaceId,
    userId: callerScope(ctx.actor) ?? "",
    parentId: madeWith(ctx.actor),
    name,
    tokenHash: hash,
  });
  return { id, token };
}
