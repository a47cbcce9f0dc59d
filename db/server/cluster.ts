import { chown, mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { program } from "./binaries";
import { run } from "./os-user";
import type { Place } from "./place";
import { USER } from "./postmaster";

/** Makes the cluster unless it exists. Throws when another major version made it. */
export async function ensureCluster(place: Place): Promise<void> {
  const made = (await readFile(join(place.cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (made === "") return await initialise(place);
  const brought = place.binaries.version.split(".")[0];
  if (made !== brought) {
    throw new Error(
      `The database in ${place.cluster} was made by PostgreSQL ${made}, but this version brings PostgreSQL ${brought}. ` +
        `Dump it with PostgreSQL ${made} and load the dump, or move that folder away to begin with an empty database.`,
    );
  }
}

/** Works under another name first, so that an initialisation that was cut short leaves no half cluster behind. */
async function initialise(place: Place): Promise<void> {
  const parent = dirname(place.cluster);
  const prefix = `${basename(place.cluster)}.new-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const unfinished = join(parent, `${prefix}${process.pid}`);
  await mkdir(unfinished, { mode: 0o700 });
  if (!place.user.isSelf) await chown(unfinished, place.user.uid, place.user.gid);
  const { ok, output } = await run(place.user, program(place.binaries, "initdb"), [
    ...["-D", unfinished, "--username", USER, "--auth-local", "trust", "--auth-host", "scram-sha-256"],
    ...["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    "--no-instructions",
  ]);
  if (!ok) throw new Error(`PostgreSQL could not make a database in ${place.cluster}: ${output}`);
  await rename(unfinished, place.cluster);
}
