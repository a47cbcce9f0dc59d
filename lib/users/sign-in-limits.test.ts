import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Connection } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database";
import { newId } from "@/lib/ids";
import { type SignInLimits, signInLimits } from "./sign-in-limits";

let database: TestDatabase;
let connection: Connection;
let limits: SignInLimits;
/** How long the last attempts were made to wait, in milliseconds. */
const slept: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.address, { max: 4 });
  limits = signInLimits(connection.db, (ms) => {
    slept.push(ms);
    return Promise.resolve();
  });
});
afterAll(async () => {
  await connection.sql.end();
  await database.drop();
});

const newEmail = () => `${newId()}@example.test`;
let counter = 0;
/** An address that nobody came from before. */
const newAddress = () => `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter++ & 255}`;

const delayOf = async (email: string, address: string): Promise<number> => {
  slept.length = 0;
  await limits.count({ email, address });
  return slept.reduce((sum, ms) => sum + ms, 0);
};

describe("an account that is guessed at from many addresses", () => {
  test("lets its owner in: at once where she signed in before, two seconds late elsewhere", async () => {
    const email = newEmail();
    const home = newAddress();
    await limits.count({ email, address: home });
    await limits.forgive({ email, address: home });
    for (let failure = 0; failure < 30; failure++) expect(await delayOf(email, newAddress())).toBe(0);
    for (let failure = 0; failure < 50; failure++) expect(await delayOf(email, newAddress())).toBe(2000);
    expect(await delayOf(email, home)).toBe(0);
    expect(await delayOf(email, newAddress())).toBe(2000);
    expect(await delayOf(newEmail(), home)).toBe(0); // nobody else is slowed down
  });

  test("is an ordinary one again when the window is over", async () => {
    const email = newEmail();
    for (let failure = 0; failure < 31; failure++) await limits.count({ email, address: newAddress() });
    await connection.sql`UPDATE sign_in_attempts SET expire = now() - interval '1 second' WHERE key = ${`account:${email}`}`;
    expect(await delayOf(email, newAddress())).toBe(0);
  });
});

describe("an address", () => {
  const refused = (email: string, address: string) =>
    limits.count({ email, address }).then(
      () => false,
      (error: unknown) =>
        error instanceof Error && /^too many attempts; try again in \d+ minutes?$/.test(error.message),
    );

  test("may try a hundred accounts in a window; what succeeds does not count", async () => {
    const address = newAddress();
    for (let attempt = 0; attempt < 20; attempt++) {
      const email = newEmail();
      await limits.count({ email, address });
      await limits.forgive({ email, address });
    }
    for (let attempt = 0; attempt < 100; attempt++) await limits.count({ email: newEmail(), address });
    expect(await refused(newEmail(), address)).toBe(true);
    expect(await refused(newEmail(), newAddress())).toBe(false);
  });

  test("is told how long to wait, and may try again afterwards", async () => {
    const [email, address] = [newEmail(), newAddress()];
    for (let attempt = 0; attempt < 10; attempt++) await limits.count({ email, address });
    await expect(limits.count({ email, address })).rejects.toThrow(
      "too many attempts; try again in 15 minutes",
    );
    const key = `pair:${email} ${address}`;
    await connection.sql`UPDATE sign_in_attempts SET expire = now() + interval '20 seconds' WHERE key = ${key}`;
    await expect(limits.count({ email, address })).rejects.toThrow(
      "too many attempts; try again in 1 minute",
    );
    await connection.sql`UPDATE sign_in_attempts SET expire = now() - interval '1 second' WHERE key = ${key}`;
    expect(await refused(email, address)).toBe(false);
  });

  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:0DB8:0000:0000:1::"],
    ["2001:db8:1:2::1", "2001:db8:1:2::198.51.100.1"],
    ["fe80::1%eth0", "fe80::2%eth1"],
    ["::1", "0:0:0:0:0:0:0:1"],
    ["198.51.100.1", "::ffff:198.51.100.1"],
    ["198.51.100.2", "::FFFF:198.51.100.2"],
    ["198.51.100.3", "::ffff:c633:6403"],
    ["198.51.100.4", "0:0:0:0:0:ffff:c633:6404"],
    ["", ""],
  ])("is one household: %s and %s", async (one, other) => {
    const email = newEmail();
    for (let attempt = 0; attempt < 10; attempt++) await limits.count({ email, address: one });
    expect(await refused(email, other)).toBe(true);
  });

  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["2001:db8::1", "2001:db8:0:1::1"],
    ["198.51.100.1", "198.51.100.2"],
    ["::ffff:198.51.100.1", "::ffff:198.51.100.2"],
    ["::ffff:c633:6401", "::ffff:c633:6402"],
  ])("is another household: %s and %s", async (one, other) => {
    const email = newEmail();
    for (let attempt = 0; attempt < 10; attempt++) await limits.count({ email, address: one });
    expect(await refused(email, other)).toBe(false);
  });
});

test("what has run out is forgotten with the next success, and nothing else", async () => {
  const [email, address] = [newEmail(), newAddress()];
  await connection.sql`
    INSERT INTO sign_in_attempts (key, points, expire)
    SELECT 'account:' || n, 1, now() - interval '1 hour' FROM generate_series(1, 1000) AS n`;
  await connection.sql`INSERT INTO sign_in_attempts VALUES ('account:fresh', 1, now() + interval '1 minute')`;
  await limits.count({ email, address });
  await limits.forgive({ email, address });
  const left =
    await connection.sql`SELECT key FROM sign_in_attempts WHERE expire < now() - interval '30 minutes'`;
  const kept = await connection.sql`
    SELECT key FROM sign_in_attempts WHERE key IN ('account:fresh', ${`known:${email} ${address}`}) ORDER BY key`;
  expect([left.length, kept.length]).toEqual([0, 2]);
});
