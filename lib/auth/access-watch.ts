import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import type { Actor } from "./actor";

/** A row of `valid_credentials`. */
interface Credential {
  readonly via: string;
  readonly id: string;
  readonly userId: string;
}

/** What the caller's right ends with; undefined for one whose right does not end by itself. */
function credentialOf(actor: Actor): Credential | undefined {
  if (actor.kind === "user") return { via: actor.via, id: actor.credentialId, userId: actor.userId };
  if (actor.kind === "agent" && actor.key !== undefined) return { via: "agent_key", ...actor.key };
  return undefined;
}

const rows = z.array(z.object({ ends_in_ms: z.number() }));

/** A timer may not be longer; what ends later is looked at again then. */
const MAX_TIMER_MS = 24 * 60 * 60 * 1000;

/** How long the credential still holds, in milliseconds; undefined when it does not. */
async function validFor(app: Pick<App, "db">, { via, id, userId }: Credential): Promise<number | undefined> {
  const [row] = rows.parse([
    ...(await app.db.execute(sql`
      SELECT COALESCE(extract(epoch FROM expires_at - now()) * 1000, ${MAX_TIMER_MS})::float8 AS ends_in_ms
      FROM valid_credentials WHERE via = ${via} AND id = ${id} AND user_id = ${userId}`)),
  ]);
  return row?.ends_in_ms;
}

export interface AccessWatch {
  /** Aborted once the caller may no longer ask for anything: revoked, expired, signed out, disabled, on whichever server. */
  readonly signal: AbortSignal;
  stop(): void;
}

const never = (): AccessWatch => ({ signal: new AbortController().signal, stop: () => undefined });

/**
 * Watches the right behind something that lasts: an event stream or a held call. Looks when it starts, when a hint says
 * that somebody's access changed, after every gap, and when the credential expires. A database that fails ends nothing.
 */
export function watchAccess(app: App, actor: Actor): AccessWatch {
  const credential = credentialOf(actor);
  if (credential === undefined) return never();
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  const look = async () => {
    const endsInMs = await validFor(app, credential);
    if (stopped) return;
    clearTimeout(timer);
    if (endsInMs === undefined) {
      stop(); // nothing brings it back, and not everybody's connection ends before its answer does
      ended.abort();
    } else timer = setTimeout(check, Math.min(endsInMs + 5, MAX_TIMER_MS)).unref();
  };
  const check = () =>
    void look().catch((error: unknown) => {
      if (stopped || app.draining.aborted) return; // what lasts ends with the drain, and the database after it
      app.log.error({ err: error }, "whether a caller may go on could not be read; it is tried again");
      timer = setTimeout(check, 500).unref();
    });
  const unsubscribe = app.hub.subscribe({
    onHint: (hint) => {
      if (hint.name === "reset" || (hint.name === "access.changed" && hint.user_id === credential.userId))
        check();
    },
    onGap: check,
  });
  check();
  return { signal: ended.signal, stop };
}
