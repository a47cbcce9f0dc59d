import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { isPassword } from "@/lib/auth/password";
import type { App } from "@/lib/app";
import type { UserView } from "./add-user";
import { USER_ROLES } from "./role";
import { signInLimits } from "./sign-in-limits";

const rows = z.array(
  z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(USER_ROLES).catch("member"),
    password_hash: z.string(),
  }),
);

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Where the attempt comes from; '' when that cannot be told. */
  readonly address: string;
}

/**
 * The person whose e-mail address and password these are, or undefined: an unknown address, a wrong password and a disabled
 * account look the same and take the same time. Throws too_many_requests.
 */
export async function verifyCredentials(
  app: Pick<App, "db">,
  { email, password, address }: Credentials,
): Promise<UserView | undefined> {
  const attempt = { email: email.trim().toLowerCase().slice(0, 254), address };
  const limits = signInLimits(app.db, (ms) => sleep(ms));
  await limits.count(attempt);
  const [found] = rows.parse([
    ...(await app.db.execute(sql`
      SELECT id, email, name, role, password_hash FROM users
      WHERE lower(email) = ${attempt.email} AND disabled_at IS NULL`)),
  ]);
  if (!(await isPassword(found?.password_hash, password)) || found === undefined) return undefined;
  await limits.forgive(attempt);
  const { password_hash: _hash, ...user } = found;
  return user;
}
