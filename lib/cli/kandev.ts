import { parseArgs } from "node:util";
import { z } from "zod";
import { connect } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { issueToken } from "@/lib/auth/tokens/create-token";
import type { App } from "@/lib/app";
import { parseEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { addUser } from "@/lib/users/add-user";
import { disableUser } from "@/lib/users/disable-user";
import { enableUser } from "@/lib/users/enable-user";
import { emailField } from "@/lib/users/email";
import { getUser } from "@/lib/users/get-user";
import { USER_ROLES } from "@/lib/users/role";
import { setPassword } from "@/lib/users/set-password";

const USAGE = `usage:
  npm run kandev -- user add --email E --password P [--role admin|member] [--name N]
  npm run kandev -- user password --email E --password P
  npm run kandev -- user disable --email E
  npm run kandev -- user enable --email E
  npm run kandev -- token add --email E --name N [--expires-days D]`;

type Database = Pick<App, "db">;

/** The commands of contract 1, by their first two words. Each returns the object to print. */
const COMMANDS: Readonly<Record<string, (database: Database, options: unknown) => Promise<object>>> = {
  "user add": (database, options) =>
    addUser(
      database,
      z
        .strictObject({
          email: emailField,
          password: z.string(),
          name: z.string().default(""),
          role: z.enum(USER_ROLES, "must be admin or member").default("member"),
        })
        .parse(options),
    ),
  "user disable": (database, options) =>
    disableUser(database, z.strictObject({ email: emailField }).parse(options)),
  "user enable": (database, options) =>
    enableUser(database, z.strictObject({ email: emailField }).parse(options)),
  "user password": (database, options) =>
    setPassword(database, z.strictObject({ email: emailField, password: z.string() }).parse(options)),
  "token add": async ({ db }, options) => {
    const {
      email,
      name,
      "expires-days": days,
    } = z
      .strictObject({
        email: emailField,
        name: z.string(),
        "expires-days": z.coerce.number().int("must be a whole number").optional(),
      })
      .parse(options);
    const { id } = await getUser(db, email);
    return issueToken(db, { userId: id, name, expiresInDays: days, parentId: null });
  },
};

/** Runs one command on the database that `npm start` uses, which may be running. */
async function run(): Promise<object> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { email: text, password: text, name: text, role: text, "expires-days": text },
  });
  const name = positionals.join(" ");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(USAGE);
  const env = parseEnv(process.env);
  const log = { info: () => undefined, warn: (message: string) => console.error(message) };
  const embedded =
    env.DATABASE_URL === undefined ? await startEmbedded({ dataDir: env.KANDEV_DATA_DIR, log }) : undefined;
  const address = embedded?.address ?? env.DATABASE_URL ?? "";
  try {
    await migrate(address);
    const connection = connect(address, { max: 1 });
    try {
      return await command(connection, values);
    } finally {
      await connection.sql.end({ timeout: 5 });
    }
  } finally {
    await embedded?.release();
  }
}

class UsageError extends Error {}

/** A few lines for whoever typed the command. Nothing of what they typed is repeated: it may be a password. */
function explain(error: unknown): string {
  if (error instanceof z.ZodError) return [...error.issues.map(describe), USAGE].join("\n");
  if (error instanceof TypeError && "code" in error) return USAGE; // an option that there is not
  if (error instanceof AppError || error instanceof UsageError) return error.message;
  return error instanceof Error && !("query" in error) ? error.message : "the database could not be used";
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `--${issue.keys.join(", --")}: not for this command`;
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  return `--${issue.path.join(".")}: ${missing ? "is missing" : issue.message}`;
}

try {
  console.log(JSON.stringify(await run()));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
