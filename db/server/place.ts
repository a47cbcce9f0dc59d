import { createHash } from "node:crypto";
import { access, chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Binaries, prepareBinaries } from "./binaries";
import { type OsUser, findUser, run } from "./os-user";

/** Where the embedded PostgreSQL of one data dir lives, and who runs it. */
export interface Place {
  readonly user: OsUser;
  readonly binaries: Binaries;
  /** The folder of the cluster, which may not exist yet. */
  readonly cluster: string;
  readonly logFile: string;
  /** Twelve hex digits for this data dir in the names of folders elsewhere. */
  readonly key: string;
  /** Set when something lies outside the data dir: to be shown at the start. */
  readonly notice: string | undefined;
}

/** `dataDir` must exist and be a real path; `candidates` are the users to run as when this process is root. */
export async function findPlace(dataDir: string, candidates: readonly string[]): Promise<Place> {
  const key = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const system = `/var/lib/kandev-${key}`;
  const isRoot = process.getuid?.() === 0;
  const [inDataDir, inSystem] = [join(dataDir, "postgres"), join(system, "postgres")];

  // A cluster that exists decides: a parent folder that was opened or closed must never make data seem lost.
  const cluster = await firstExisting(isRoot ? [inSystem, inDataDir] : [inDataDir]);
  const user = await findUser(candidates, cluster);
  const canEnter = (await run(user, "/bin/sh", ["-c", 'test -x "$1"', "sh", dataDir])).ok;
  if (cluster === inDataDir && !canEnter) {
    throw new Error(
      `User ${user.name} owns ${inDataDir} but cannot enter ${dataDir}: open its parent folders, or move it to ${inSystem}`,
    );
  }
  const binaries = await prepareBinaries(user, () => (isRoot ? makeSystemFolder(system) : dataDir));
  const copied = binaries.folder.startsWith(`${system}/`);
  const place =
    cluster ?? (canEnter && !copied ? inDataDir : join(await makeSystemFolder(system), "postgres"));
  const outside = [...(place === inSystem ? ["data"] : []), ...(copied ? ["programs"] : [])].join(" and ");
  return {
    user,
    binaries,
    cluster: place,
    logFile: join(dataDir, "postgres.log"),
    key,
    notice: outside
      ? `PostgreSQL runs as user ${user.name}, who must be able to enter its ${outside}: they are in ${system}`
      : undefined,
  };
}

async function firstExisting(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    if (
      await access(join(folder, "PG_VERSION")).then(
        () => true,
        () => false,
      )
    )
      return folder;
  }
  return undefined;
}

/** Only root ever needs one: every other user runs PostgreSQL as themselves. */
async function makeSystemFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
  return path;
}
