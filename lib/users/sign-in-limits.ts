import { isIPv6 } from "node:net";
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
    },
  };
}

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

/** IPv6 addresses of one /64 are one household. */
function network(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address.replace(/^::ffff:/, "");
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.padStart(4, "0"))
    .join(":");
}
