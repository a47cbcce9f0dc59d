import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withPrepareLock } from "./prepare-lock.mjs";
import { hashSources, isInstalled } from "./prepare.mjs";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "kandev-prepare-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

const lockFile = (packages: Record<string, object>) => JSON.stringify({ packages: { "": {}, ...packages } });

test("an installation is complete when it has every locked version that this machine and command need", () => {
  const locked = {
    "node_modules/a": { version: "1.0.0" },
    "node_modules/other-platform": { version: "1.0.0", optional: true },
    "node_modules/tool": { version: "1.0.0", dev: true },
  };
  write("package-lock.json", lockFile(locked));
  expect(isInstalled(folder, false)).toBe(false);
  write("node_modules/.package-lock.json", lockFile({ "node_modules/a": { version: "1.0.0" } }));
  expect(isInstalled(folder, false)).toBe(true);
  expect(isInstalled(folder, true)).toBe(false);
  write("package-lock.json", lockFile({ ...locked, "node_modules/a": { version: "1.0.1" } }));
  expect(isInstalled(folder, false)).toBe(false);
});

test("a build is stale after a change of what it is made from, and of nothing else", () => {
  for (const file of ["app/page.tsx", "db/client.ts", "tsconfig.json", "package-lock.json"]) write(file, "1");
  let before = hashSources(folder);
  const changes = (file: string) => {
    write(file, `${file} ${Math.random()}`);
    const changed = hashSources(folder) !== before;
    before = hashSources(folder);
    return changed;
  };
  for (const file of [
    "app/page.tsx",
    "lib/new.ts",
    "public/icon.svg",
    "package-lock.json",
    "instrumentation.ts",
    "proxy.ts",
  ])
    expect(changes(file), file).toBe(true);
  for (const file of [
    "README.md",
    "e2e/a.spec.ts",
    "lib/a.test.ts",
    "lib/a.unit.test.ts",
    "lib/cli/serve.mjs",
    ".data/x",
  ])
    expect(changes(file), file).toBe(false);
});

test("only one start at a time installs or builds", async () => {
  let inside = 0;
  let most = 0;
  const work = () =>
    withPrepareLock(async () => {
      most = Math.max(most, ++inside);
      await new Promise((done) => setTimeout(done, 20));
      inside--;
    }, folder);
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
});

test("the lock of a start that was killed is taken over", async () => {
  const killed = spawn("true");
  await new Promise((ended) => killed.once("exit", ended));
  write("prepare.lock", String(killed.pid));
  const owner = await withPrepareLock(
    () => Promise.resolve(readFileSync(join(folder, "prepare.lock"), "utf8")),
    folder,
  );
  expect(owner).toBe(String(process.pid));
});
