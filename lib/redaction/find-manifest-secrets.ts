import type { Span } from "./span";

/** A Kubernetes Secret, and the block of values in it. */
const KIND = /(?:\b|\\n)kind["']?:[ \t]{0,4}["']?Secret\b/;
const DATA = /^([ \t]{0,40})["']?(?:data|stringData)["']?:[ \t]{0,4}\{?[ \t]{0,4}$/;
const ENTRY = /^([ \t]{1,40})["']?[\w.-]{1,253}["']?:[ \t]{1,4}["']?(?![|>\s])([^"'\\]+)/;
const LINE_END = /\n|\\{1,7}n/g;

/** A password in NuGet's configuration. */
const NUGET =
  /<add[ \t]{1,4}key=\\{0,7}"[^"\n]{0,60}password\\{0,7}"[ \t]{1,8}value=\\{0,7}"([^"\\\n]{1,500})/gi;

/** Secrets that only the document around them tells: values of a Kubernetes Secret, passwords in a NuGet configuration. */
export function findManifestSecrets(text: string): Span[] {
  return [
    ...(KIND.test(text) ? findSecretData(text) : []),
    ...(text.includes("<add") ? findNugetPasswords(text) : []),
  ];
}

function findSecretData(text: string): Span[] {
  const spans: Span[] = [];
  let indent = -1;
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    const data = DATA.exec(line);
    const entry = indent >= 0 ? ENTRY.exec(line) : null;
    if (data) indent = data[1]?.length ?? 0;
    else if (entry && (entry[1]?.length ?? 0) > indent) spans.push(lastGroup(start, entry));
    else if (/\S/.test(line)) indent = -1;
  }
  return spans;
}

function* linesOf(text: string): Generator<Span> {
  let start = 0;
  for (const end of text.matchAll(LINE_END)) {
    yield { start, end: end.index };
    start = end.index + end[0].length;
  }
  yield { start, end: text.length };
}

const findNugetPasswords = (text: string): Span[] =>
  [...text.matchAll(NUGET)].map((match) => lastGroup(match.index, match));

/** Where the last group of a match stands that begins at `start`, which ends it. */
function lastGroup(start: number, match: RegExpExecArray): Span {
  const end = start + match[0].length;
  return { start: end - (match.at(-1)?.length ?? 0), end };
}
