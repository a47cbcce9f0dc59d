import { endOfWord } from "./end-of-word";
import { readValue } from "./read-value";
import { runEnd } from "./run-end";
import type { Span } from "./span";

/** How a program takes a password, where nothing about the password or its option tells that it is one. */
interface PasswordOption {
  /** The option, from the start of a word to where its value begins when both are one word. */
  readonly option: RegExp;
  /** `same`: the value is the rest of the option's word. `next`: it is the next word. `either`: as the caller wrote it. */
  readonly place: "same" | "next" | "either";
  /** What of the value stays readable. */
  readonly keeps?: RegExp;
}

const LOGIN = /[^:]+:/y;
const COOKIE_NAME = /[^\s=]+=/y;

/** A short option of curl behind any of those that take no value: `-sSu`. */
const clustered = (letters: string) => new RegExp(`-[fgGiIjJklLnNOpqRsSvVZ#\\d]*[${letters}]`, "y");
/** A long option, whole. */
const long = (name: string) => new RegExp(`--${name}(?==|$|[\\s"'\`,])=?`, "y");

const curl: readonly PasswordOption[] = [
  { option: clustered("uUE"), place: "either", keeps: LOGIN },
  { option: long("(?:proxy-)?cert"), place: "either", keeps: LOGIN },
  { option: clustered("b"), place: "either", keeps: COOKIE_NAME },
  { option: long("cookie"), place: "either", keeps: COOKIE_NAME },
];
const glued: readonly PasswordOption[] = [{ option: /-p/y, place: "same" }];
const small: readonly PasswordOption[] = [{ option: /-p/y, place: "either" }];
const capital: readonly PasswordOption[] = [{ option: /-P/y, place: "either" }];

/** By the name of the program, as people write it. With a blank behind it, `-p` of the MySQL family asks and takes none. */
const programs: Readonly<Record<string, readonly PasswordOption[]>> = {
  curl,
  mysql: glued,
  mysqladmin: glued,
  mysqldump: glued,
  mysqlimport: glued,
  mysqlsh: glued,
  mysqlshow: glued,
  mariadb: glued,
  "mariadb-admin": glued,
  "mariadb-dump": glued,
  "7z": glued,
  "7za": glued,
  rar: glued,
  unrar: glued,
  sshpass: small,
  mongo: small,
  mongosh: small,
  mongodump: small,
  mongorestore: small,
  mongoexport: small,
  mongoimport: small,
  bcp: capital,
  sqlcmd: capital,
  unzip: capital,
  zip: capital,
  "redis-cli": [{ option: /-a/y, place: "next" }],
  ldapsearch: [{ option: /-w/y, place: "either" }],
  ldapmodify: [{ option: /-w/y, place: "either" }],
  smbclient: [{ option: /-U/y, place: "either", keeps: /[^%]+%/y }],
  plink: [{ option: /-pw/y, place: "next" }],
  pscp: [{ option: /-pw/y, place: "next" }],
  kubectl: [{ option: long("from-literal"), place: "either", keeps: /[^=]+=/y }],
};

const PROGRAM = new RegExp(
  `(?<![\\w.-])(?:${Object.keys(programs).join("|")})(?:\\.exe)?(?=[ \\t]|\\\\{0,7}["'])`,
  "g",
);

/** Between two words of a command: blanks, a continued line, or what parts the strings of a JSON array. */
const GAP = /(?:\\{0,7}["'])?(?:[ \t]|\\\r?\n|,[ \t\n]{0,40}(?=\\{0,7}["']))+/y;
const OPENING = /(?:\\{0,7}["'])?/y;
const QUOTE = /\\{0,7}["']/y;

/** How much of a value tells that it stands for another. */
const LOOK = 200;

/** A variable, what another command prints, a placeholder, a mask, a user and a group id: none gives anything away. */
const REFERENCE = /^(?:\$\w*|\$\{\w+\}|\$\(.*|`.*|%\w+%|<[\w -]+>|\*+|\[redacted\]?|\d+:\d+)?$/s;

/** Passwords that only the program they are given to tells from other words: `mysql -psecret`, `sshpass -p secret`. */
export function findCommandPasswords(text: string): Span[] {
  const spans: Span[] = [];
  PROGRAM.lastIndex = 0;
  for (let match = PROGRAM.exec(text); match; match = PROGRAM.exec(text)) {
    const options = programs[match[0].replace(/\.exe$/, "")] ?? [];
    PROGRAM.lastIndex = readCommand(text, PROGRAM.lastIndex, options, spans);
  }
  return spans;
}

/** Reads the words of one command from `at`, adds what is secret in them to `spans` and says where the command ends. */
function readCommand(text: string, at: number, options: readonly PasswordOption[], spans: Span[]): number {
  let end = at;
  for (let word = after(GAP, text, end); word > end; word = after(GAP, text, end)) {
    const start = runEnd(OPENING, text, word);
    const wordEnd = endOfWord(text, start);
    if (wordEnd === start) return end;
    end = Math.max(wordEnd, readValue(text, word).end);
    for (const { option, place, keeps } of options) {
      const optionEnd = after(option, text, start);
      if (optionEnd === start) continue;
      const isSame = optionEnd < wordEnd || (start === word && after(QUOTE, text, optionEnd) > optionEnd);
      if (isSame ? place === "next" : place === "same") continue;
      const value = readValue(text, isSame ? optionEnd : after(GAP, text, end));
      const secret = keeps ? after(keeps, text, value.start) : value.start;
      end = Math.max(end, value.end);
      if (keeps && secret === value.start) continue;
      if (secret < value.end && !REFERENCE.test(text.slice(secret, Math.min(value.end, secret + LOOK))))
        spans.push({ start: secret, end: value.end });
      break;
    }
  }
  return end;
}

/** Where a match of the sticky `pattern` at `at` ends; `at` without one. */
const after = (pattern: RegExp, text: string, at: number): number => runEnd(pattern, text, at) || at;
