/**
 * Where a request goes, without user, password, query and fragment, and whether something was left out. It is written as a
 * client reads it (WHATWG URL), so that an unusual spelling does not pretend another host. Undefined when it names no host.
 */
export function destination(text: string): { text: string; isShortened: boolean } | undefined {
  const trimmed = text.trim();
  const scheme = /^[A-Za-z][\w+.-]*:\/\//.exec(trimmed)?.[0];
  const address = scheme ? trimmed : `https://${trimmed.replace(/^\/\//, "")}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.host === "") return undefined;
  const isShortened = url.username + url.password + url.search + url.hash !== "";
  const path = url.pathname === "/" && !/[^/]\/(?:[?#]|$)/.test(trimmed) ? "" : url.pathname;
  return { text: `${scheme ? `${url.protocol}//` : ""}${url.host}${path}`, isShortened };
}
