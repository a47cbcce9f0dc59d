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
