import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";

export type Person = Extract<Actor, { kind: "user" }>;

/** Tokens belong to people: without accounts there is nobody to own one. Throws not_found. */
export function personOf(actor: Actor): Person {
  if (actor.kind === "user") return actor;
  throw new AppError(
    "not_found",
    "personal access tokens need accounts: start the server with KANDEV_AUTH=enabled",
  );
}

/** Makes the changes to one person's tokens happen one after the other: none is made with one that is being revoked. */
export const lockTokens = (tx: Transaction, userId: string) =>
  tx.execute(sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
