import type { Database } from "@/db/client";
import { users } from "@/db/schema/users";
import { hashPassword } from "@/lib/auth/password";
import { newId } from "@/lib/ids";

export const PASSWORD = "correct-Xk4-password";

const hashes = new Map<string, Promise<string>>();
const hashOnce = (password: string): Promise<string> => {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
};

interface PersonRow {
  readonly email?: string;
  /** Undefined for someone who signs in elsewhere only. */
  readonly password?: string | undefined;
  readonly role?: string;
}

/** An account that signs in with {@link PASSWORD}. */
export async function insertPerson(
  db: Database,
  row: PersonRow = { password: PASSWORD },
): Promise<{ id: string; email: string }> {
  const id = newId();
  const { email = `${id}@example.test`, role = "member" } = row;
  const password = "password" in row ? row.password : PASSWORD;
  await db.insert(users).values({
    id,
    email,
    name: "Someone",
    role,
    passwordHash: password === undefined ? "" : await hashOnce(password),
  });
  return { id, email };
}
