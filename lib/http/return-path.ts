const ANY_ORIGIN = "http://localhost";

/** What Next's router adds to the address of a re-read; no part of a page's own. */
const ROUTER_QUERY = "_rsc";

/**
 * Where somebody goes after signing in: a path of ours with its query, "/" for anything that a browser could take for
 * another site. Browsers drop tabs and new lines and read "\\" as "/", so what counts is the address that is parsed.
 */
export function returnPath(from: unknown): string {
  if (typeof from !== "string" || !from.startsWith("/") || !URL.canParse(from, ANY_ORIGIN)) return "/";
  const url = new URL(from, ANY_ORIGIN);
  if (url.searchParams.has(ROUTER_QUERY)) url.searchParams.delete(ROUTER_QUERY);
  const path = url.pathname + url.search;
  return url.origin === ANY_ORIGIN && isOurs(from) && isOurs(path) ? path : "/";
}

const isOurs = (path: string): boolean => /^\/(?![/\\])/.test(path);
