import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./child.mjs";

const BEAT_SECONDS = 2;
/** A process number may be another program's by now: a holder shows that it lives. */
const SILENT_SECONDS = 30;

/**
 * Runs `work` while no other process installs or builds in this clone. Uses no package, for none may be installed.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [folder]
 * @returns {Promise<T>}
 */
export async function withPrepareLock(work, folder = join(root, ".data")) {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
  const lock = join(folder, "prepare.lock");
  const mine = `${lock}.${randomUUID()}`;
  writeFileSync(mine, String(process.pid)); // linked into place, so that a lock is never seen without its owner
  try {
    for (let waits = 0; !take(lock, mine); waits++) {
      if (waits === 5) console.error("Waiting for another start that installs or builds here…");
      await sleep(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), BEAT_SECONDS * 1000);
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off("exit", release);
    release();
  }
}

/**
 * @param {string} lock
 * @param {string} mine
 */
function take(lock, mine) {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const owner = ownerOf(lock);
  if (owner === undefined || isHeld(lock, owner)) return false;
  // Of several that see a dead owner one moves the lock away; who moved a living one by then puts it back.
  const moved = `${mine}.old`;
  try {
    renameSync(lock, moved);
    if (ownerOf(moved) !== owner) linkSync(moved, lock);
  } catch {
    // another was faster
  }
  rmSync(moved, { force: true });
  return false;
}

/** @param {string} lock */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} lock
 * @param {number} owner
 */
function isHeld(lock, owner) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > SILENT_SECONDS * 1000) return false;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
