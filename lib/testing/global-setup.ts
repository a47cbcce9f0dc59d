import { startTestPostgres } from "./test-postgres";

/**
 * Starts one PostgreSQL for a whole run of Vitest or Playwright and returns what stops it. Tests find it in
 * TEST_DATABASE_URL; set that yourself to use a server of yours.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return () => Promise.resolve();
  const postgres = await startTestPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await postgres.stop();
  };
}
