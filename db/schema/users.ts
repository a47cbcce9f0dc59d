import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant } from "./columns";

export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull().default(""),
    role: text("role").notNull().default("member"),
    /** Argon2id in PHC format; '' for someone who signs in elsewhere only. */
    passwordHash: text("password_hash").notNull().default(""),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    disabledAt: instant("disabled_at"),
  },
  (table) => [uniqueIndex("users_email_idx").on(sql`lower(${table.email})`)],
);

/** Who a person is at an OpenID Connect provider. */
export const userIdentities = pgTable(
  "user_identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references((): AnyPgColumn => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("user_identities_user_idx").on(table.userId),
  ],
);

/** A browser that is signed in. Its cookie names the row, so that signing out ends it everywhere. */
export const authSessions = pgTable(
  "auth_sessions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references((): AnyPgColumn => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("auth_sessions_user_idx").on(table.userId)],
);

/** Failed sign-ins per account and address; its columns are the ones that rate-limiter-flexible writes. */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: timestamp("expire", { withTimezone: true }),
});

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
    /** The token that this one was made with: revoked together, so that a leaked token leaves nothing behind. */
    parentId: text("parent_id").references((): AnyPgColumn => personalAccessTokens.id, {
      onDelete: "cascade",
    }),
  },
  (table) => [
    uniqueIndex("personal_access_tokens_hash_idx").on(table.tokenHash),
    index("personal_access_tokens_user_idx").on(table.userId),
    index("personal_access_tokens_parent_idx").on(table.parentId),
  ],
);
