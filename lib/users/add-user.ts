import type { Transaction } from "@/db/client";
import { users } from "@/db/schema/users";
import { hashPassword, PASSWORD_LENGTH } from "@/lib/auth/password";
import type { App } from "@/lib/app";
import { AppError, validationError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { UserRole } from "./role";

export interface AddUser {
  /** As {@link ./email.ts} makes it. */
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  readonly role: UserRole;
}

export interface UserView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: UserRole;
}

/** Makes an account with a password, for the command line. Throws validation_error, and conflict when the address has one. */
export async function addUser(app: Pick<App, "db">, input: AddUser): Promise<UserView> {
  const passwordHash = await checkAndHash(input.password, 1); // whoever runs commands here decides
  return app.db.transaction((tx) => insertUser(tx, input, passwordHash));
}

/** The hash of an acceptable password. Hashing takes its time, so it happens before a transaction. */
export async function checkAndHash(password: string, least: number = PASSWORD_LENGTH.least): Promise<string> {
  const length = [...password].length;
  if (length < least || length > PASSWORD_LENGTH.most)
    throw validationError(`password: must have ${least} to ${PASSWORD_LENGTH.most} characters`);
  return hashPassword(password);
}

/** Writes the account; '' as hash for someone who signs in elsewhere. Throws conflict. */
export async function insertUser(
  tx: Transaction,
  { email, name = "", role }: Omit<AddUser, "password">,
  passwordHash: string,
): Promise<UserView> {
  const [row] = await tx
    .insert(users)
    .values({ id: newId(), email, name, role, passwordHash })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (row === undefined) throw new AppError("conflict", "there is an account with this e-mail address");
  return { id: row.id, email, name, role };
}
