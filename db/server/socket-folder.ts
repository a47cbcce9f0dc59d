import { chown, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OsUser, run } from "./os-user";

/** A unix socket's path has at most 104 bytes on macOS and 108 on Linux; this leaves room for its name. */
const LONGEST_FOLDER = 80;

/**
 * Makes the private folder of the socket, below a temporary folder because data dirs have long paths. Whoever
 * enters it has the whole database, so a folder that somebody else made there is refused.
 */
export async function makeSocketFolder(user: OsUser, key: string): Promise<string> {
  const folder = join(await findParent(user), `kandev-${user.uid}-${key}`);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  const found = await lstat(folder);
  const isOurs = found.uid === user.uid || found.uid === process.getuid?.();
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${folder} is not a private folder of user ${user.name}: remove it, PostgreSQL's socket goes there`,
    );
  }
  if (found.uid !== user.uid) await chown(folder, user.uid, user.gid);
  return folder;
}

async function findParent(user: OsUser): Promise<string> {
  const fits = Buffer.byteLength(join(tmpdir(), "kandev-1234567890-123456789012")) <= LONGEST_FOLDER;
  const usable = fits && (await run(user, "/bin/sh", ["-c", 'test -x "$1"', "sh", tmpdir()])).ok;
  return usable ? tmpdir() : "/tmp";
}
