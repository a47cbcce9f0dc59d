import { join } from "node:path";
import lockfile from "proper-lockfile";

/**
 * Runs `work` while no other process starts or stops the PostgreSQL of this data dir; waits up to a minute for its
 * turn. A holder that was killed is overtaken after three seconds, and so is one that was suspended: a second holder
 * may then fail, but PostgreSQL's own lock on the cluster keeps the data safe.
 */
export async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const release = await lockfile
    .lock(dataDir, {
      lockfilePath: join(dataDir, "postgres.lock"),
      realpath: false,
      stale: 3000,
      update: 1000,
      retries: { retries: 1200, factor: 1, minTimeout: 50, maxTimeout: 50 },
      onCompromised: () => undefined,
    })
    .catch((cause: unknown) => {
      throw new Error(`${dataDir} cannot be locked: is it writable, and is no other start stuck there?`, {
        cause,
      });
    });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined); // overtaken: the lock is another's now
  }
}
