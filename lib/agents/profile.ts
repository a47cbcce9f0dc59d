import { eq } from "drizzle-orm";
import { z } from "zod";
import { agentProfiles } from "@/db/schema/agents";
import type { App } from "@/lib/app";
import { demoProfile } from "@/lib/demo/profile";

/** How to start an agent that speaks ACP over its standard streams. */
export interface AgentProfile {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** May hold credentials: for the agent's process only. */
  readonly env: Readonly<Record<string, string>>;
  /** '' for a folder of the task's own. */
  readonly cwd: string;
  /** The first option that allows is chosen without asking anybody. */
  readonly autoApprove: boolean;
  readonly builtIn: boolean;
}

const stored = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()) });

type ProfileRow = typeof agentProfiles.$inferSelect;

export const profileOf = ({ args, env, createdAt: _, ...row }: ProfileRow): AgentProfile => ({
  ...row,
  ...stored.parse({ args, env }),
  builtIn: false,
});

/** The profiles that every server has. */
export const builtInProfiles = (): readonly AgentProfile[] => [demoProfile];

/** A profile by its id, a built-in one included; undefined when there is none. */
export async function findProfile(
  app: Pick<App, "db">,
  profileId: string,
): Promise<AgentProfile | undefined> {
  const builtIn = builtInProfiles().find(({ id }) => id === profileId);
  if (builtIn !== undefined) return builtIn;
  const [row] = await app.db.select().from(agentProfiles).where(eq(agentProfiles.id, profileId));
  return row === undefined ? undefined : profileOf(row);
}
