import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";

/** The user of the operating system that PostgreSQL runs as. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** False when this process is root and must switch to that user. */
  readonly isSelf: boolean;
}

/** Nothing of ours (secrets, PG* variables) reaches PostgreSQL's own programs. */
export const CHILD_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  ...(process.env.LD_LIBRARY_PATH ? { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH } : {}),
  LC_ALL: "C",
  TZ: "UTC",
};

/** How a child runs as that user. The working directory must be one that every user can enter. */
export const runningAs = (user: OsUser) => ({
  cwd: "/",
  env: CHILD_ENV,
  ...(user.isSelf ? {} : { uid: user.uid, gid: user.gid }),
});

/** Runs a program to its end and never throws: `ok` says whether it succeeded, `output` is all it printed. */
export function run(user: OsUser, program: string, args: readonly string[]) {
  return new Promise<{ ok: boolean; output: string }>((done) => {
    try {
      execFile(program, args, runningAs(user), (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        done({ ok: !error, output: output || (error?.message ?? "") });
      });
    } catch (error) {
      done({ ok: false, output: String(error) }); // a refused change of user is thrown
    }
  });
}

/**
 * PostgreSQL refuses to run as root: then an existing cluster's owner runs it, else the first of `candidates`
 * that this machine knows. Any other user runs it as themselves.
 */
export async function findUser(candidates: readonly string[], cluster?: string): Promise<OsUser> {
  if (!process.getuid || !process.getgid)
    throw new Error("The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL");
  const self = process.getuid();
  const owner = cluster ? await stat(cluster) : undefined;
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new Error(
        `${cluster} belongs to another user (uid ${owner.uid}): start as that user, or choose another KANDEV_DATA_DIR`,
      );
    return { name: "you", uid: self, gid: process.getgid(), isSelf: true };
  }
  const accounts = (await readFile("/etc/passwd", "utf8").catch(() => ""))
    .split("\n")
    .map((line) => line.split(":"));
  if (owner && owner.uid !== 0) {
    const name = accounts.find((account) => account[2] === String(owner.uid))?.[0] ?? `number ${owner.uid}`;
    return { name, uid: owner.uid, gid: owner.gid, isSelf: false };
  }
  for (const name of candidates) {
    const account = accounts.find(([known]) => known === name);
    const [uid, gid] = [Number(account?.[2]), Number(account?.[3])];
    if (uid > 0 && gid > 0) return { name, uid, gid, isSelf: false };
  }
  throw new Error(
    `PostgreSQL does not run as root and no user ${candidates.join(" or ")} exists: start as an ordinary user, or set DATABASE_URL`,
  );
}
