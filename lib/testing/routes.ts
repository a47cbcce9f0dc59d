import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const METHOD = /^export (?:const|function|async function) (GET|POST|PUT|PATCH|DELETE)\b/gm;

/** `METHOD /path` of every handler under app/api/v1, read from the files. Throws for a file without one. */
export async function readRoutes(): Promise<string[]> {
  const root = join(process.cwd(), "app");
  const files = await readdir(join(root, "api/v1"), { recursive: true });
  const found: string[] = [];
  for (const file of files.filter((name) => name.endsWith("route.ts"))) {
    const source = await readFile(join(root, "api/v1", file), "utf8");
    const methods = [...source.matchAll(METHOD)].map((match) => match[1]);
    if (methods.length === 0) throw new Error(`${file} exports no method that can be read`);
    found.push(...methods.map((method) => `${method} /api/v1/${dirname(file)}`));
  }
  if (found.length < 10) throw new Error("the routes were not found");
  return found;
}
