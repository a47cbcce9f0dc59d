import { isIPv6 } from "node:net";
import { sql } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "@/db/client";
import { signInAttempts } from "@/db/schema/users";
import { AppError } from "@/lib/errors";

const WINDOW_SECONDS = 15 * 60;
/** Attempts in a window: for one account from one address, from one address for all accounts. */
const FOR_PAIR = 10;
const FOR_ADDRESS = 100;
/** Failures of one account from everywhere, after which each attempt from a new address is slowed down. */
const FOR_ACCOUNT = 30;
const KNOWN_SECONDS = 30 * 24 * 60 * 60;
const SLOW_MS = 2_000;

export interface Attempt {
  readonly email: string;
  /** Where it comes from; '' when that cannot be told. */
  readonly address: string;
}

export interface SignInLimits {
  /** Counts an attempt before the password is looked at. Throws too_many_requests; resolves late for an account under attack. */
  count(attempt: Attempt): Promise<void>;
  /** It was the owner: the address is forgiven and remembered. */
  forgive(attempt: Attempt): Promise<void>;
}

/**
 * Slows guessing down per account and per address. What others do elsewhere never refuses an owner: only her own address
 * can use up its attempts, and an attack from many costs her two seconds at most, none where she has signed in before.
 */
export function signInLimits(db: Database, sleep: (ms: number) => Promise<void>): SignInLimits {
  const limiter = (keyPrefix: string, points: number, duration = WINDOW_SECONDS) =>
    new RateLimiterDrizzle({
      storeClient: db,
      schema: signInAttempts,
      keyPrefix,
      points,
      duration,
      clearExpiredByTimeout: false,
    });
  const pair = limiter("pair", FOR_PAIR);
  const address = limiter("address", FOR_ADDRESS);
  const account = limiter("account", FOR_ACCOUNT);
  const known = limiter("known", 1, KNOWN_SECONDS);
  return {
    async count(attempt) {
      const from = network(attempt.address);
      const both = `${attempt.email} ${from}`;
      await consume(pair, both);
      await consume(address, from);
      const failures = await account.penalty(attempt.email);
      if (failures.consumedPoints > FOR_ACCOUNT && (await known.get(both)) === null) await sleep(SLOW_MS);
    },
    async forgive(attempt) {
      const from = network(attempt.address);
      const both = `${attempt.email} ${from}`;
      await Promise.all([
        pair.delete(both),
        address.reward(from),
        account.reward(attempt.email),
        known.set(both, 1, KNOWN_SECONDS),
      ]);
      await forgetExpired(db);
    },
  };
}

/** Their keys are what anybody typed, so without this the table would grow for ever. */
const forgetExpired = (db: Database) =>
  db.execute(sql`
    DELETE FROM sign_in_attempts WHERE key IN (
      SELECT key FROM sign_in_attempts WHERE expire < now() - interval '1 minute' FOR UPDATE SKIP LOCKED)`);

async function consume(limiter: RateLimiterDrizzle, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const minutes = Math.max(1, Math.ceil(error.msBeforeNext / 60_000));
    throw new AppError(
      "too_many_requests",
      `too many attempts; try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
    );
  }
}

/** One spelling for each: IPv6 addresses of one /64 are one household, an IPv4 address inside IPv6 is itself. */
function network(address: string): string {
  const bare = address.split("%")[0] ?? "";
  if (!isIPv6(bare)) return address;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  if (!/^(0:){5}ffff:/.test(groups.join(":"))) return groups.slice(0, 4).join(":");
  const bytes = groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join(".");
}
