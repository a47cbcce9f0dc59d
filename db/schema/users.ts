import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    role: text("role").notNull().default("member"),
    passwordHash: text("password_hash").notNull().default(""),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    disabledAt: instant("disabled_at"),
  },
  (table) => [uniqueIndex("users_email_idx").on(sql`lower(${table.email})`)],
);

export const personalAccessTokens = pgTable(
  "personal_access_tokens",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references((): AnyPgColumn => users.id, { onDelete: "cascade" }),
    name: text("name").notNull().default(""),
    /** SHA-256 of the whole token, lower-case hex. */
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    lastUsedAt: instant("last_used_at"),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("personal_access_tokens_hash_idx").on(table.tokenHash),
    index("personal_access_tokens_user_idx").on(table.userId),
  ],
);
