import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { innocentTexts } from "../testing/innocent-texts";
import { leakOf, madeUpSecrets } from "../testing/secrets";
import { findSecrets } from "./find-secrets";
import { PRESENTABLE_LENGTH, redact } from "./redact";

const SEEDS = [1, 2, 3, 4, 5];

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const surroundings: Record<
  string,
  (text: string, secret: string) => readonly [text: string, secret: string]
> = {
  alone: (text, secret) => [text, secret],
  "in a command": (text, secret) => [`cd /tmp && ${text} && ls`, secret],
  "in JSON": (text, secret) => [JSON.stringify({ note: text }), inJson(secret)],
  "in JSON in JSON": (text, secret) => [
    JSON.stringify({ body: JSON.stringify({ note: text }) }),
    inJson(inJson(secret)),
  ],
  "in a URL": (_, secret) => [
    `https://example.com/a?access_token=${encodeURIComponent(secret)}&n=1`,
    encodeURIComponent(secret),
  ],
  "in a header": (text, secret) =>
    /[\s";]/.test(secret) ? [text, secret] : [`curl -H "X-Api-Key: ${secret}" https://example.com`, secret],
};

describe("a credential", () => {
  test.each(Object.entries(surroundings))(
    "PR12: is not shown, nor twelve characters of it, %s",
    (_, surround) => {
      const leaks = SEEDS.flatMap(madeUpSecrets).flatMap(({ rule, text, secret }) => {
        const [whole, part] = surround(text, secret);
        const shown = redact(whole);
        return leakOf(part, shown.text) === undefined && shown.redacted ? [] : [`${rule}: ${whole}`];
      });
      expect(leaks).toEqual([]);
    },
  );

  test("PR12: of every gitleaks default rule that is about text is found", () => {
    const ofGitleaks = madeUpSecrets(7).filter(({ rule }) => !rule.startsWith("own-"));
    const caught = ofGitleaks.filter(({ text, secret }) => leakOf(secret, redact(text).text) === undefined);
    expect(new Set(caught.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(217);
  });

  test("PR12: is found although an invisible character or a terminal's colours stand in it", () => {
    const token = madeUpSecrets(3).find(({ rule }) => rule === "github-pat")?.secret ?? "";
    for (const hidden of ["\u200b", "\u202e", "\u00ad", "\ufe0f", "\u{e0041}", "\0", "\x1b[31m"])
      for (const at of [1, 4, 12]) {
        const shown = redact(`use ${token.slice(0, at)}${hidden}${token.slice(at)}, then go`);
        expect(shown).toEqual({ text: "use [redacted], then go", redacted: true });
      }
    expect(redact(`a\0${token}\0 b`).text).toBe("a\0[redacted]\0 b");
  });

  test("PR12: is masked once, also when what is shown is masked again", () => {
    for (const { text } of madeUpSecrets(2)) {
      const once = redact(text).text;
      expect(redact(once).text).toBe(once);
    }
  });

  test.each([
    [`curl -u alice:s3cret https://example.com`, `curl -u alice:[redacted] https://example.com`],
    [`git push https://bot:s3cret@example.com/a.git`, `git push https://bot:[redacted]@example.com/a.git`],
    [`https://a.example.com/b?sig=abc&page=2`, `https://a.example.com/b?sig=[redacted]&page=2`],
    [`curl -H "Authorization: Bearer abc.def" -X POST`, `curl -H "Authorization: Bearer [redacted]" -X POST`],
    [`curl -H Authorization:abcdef https://a.example`, `curl -H Authorization:[redacted] https://a.example`],
    [`{"password":"a b c","user":"me"}`, `{"password":"[redacted]","user":"me"}`],
    [`tool --token 'it'"'"'s' --force`, `tool --token '[redacted]' --force`],
    [`Run with password: hunter2`, `Run with password: [redacted]`],
    [
      `curl https://hooks.slack.com/services/${"T0A1".repeat(11)}`,
      `curl https://hooks.slack.com/services/[redacted]`,
    ],
  ])("PR12: goes and its surroundings stay: %s", (text, shown) => {
    expect(redact(text)).toEqual({ text: shown, redacted: true });
  });
});

describe("what is no credential", () => {
  test("PR12: comes through unchanged", () => {
    expect(innocentTexts.length).toBeGreaterThanOrEqual(60);
    expect(innocentTexts.filter((text) => redact(text).text !== text || redact(text).redacted)).toEqual([]);
  });

  test.each([
    "TOKEN=$(rm -rf /)",
    'TOKEN="$(rm -rf /)" make',
    "TOKEN=`rm -rf /`",
    'echo "token="; rm -rf /; echo ""',
    `echo "token='" ; rm -rf / ; echo "'"`,
    'curl -H "Authorization: $(rm -rf /)"',
    "curl -H Cookie:a=b; rm -rf /",
    "token=x;rm -rf /",
    "token=x && rm -rf /",
    "token=x|rm -rf /",
    "token=x\nrm -rf /",
    "-----BEGIN PRIVATE KEY-----; rm -rf /; -----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nrm -rf /",
  ])("PR12: is a command, which nothing that looks like a credential hides: %s", (text) => {
    expect(redact(text).text).toContain("rm -rf /");
  });
});

describe("a text made to take time", () => {
  const hostile: Record<string, string> = {
    "no blanks": "a",
    "all prefixes": madeUpSecrets(1)
      .map(({ secret }) => secret.slice(0, 8))
      .join(" "),
    "all names": "token= secret password: api_key credential --token ",
    quotes: `"'"'`,
    "names and quotes": `token="'token='"`,
    "escaped quotes": `token=\\"a `,
    backslashes: "\\",
    "beginnings of keys": "-----BEGIN",
    "unclosed keys": "-----BEGIN RSA PRIVATE KEY-----\nab-cd\n",
    "sk-": "sk-",
    "key=": "key=",
    assignments: "a=a=",
    "beginnings of JWTs": "eyJ.",
    users: "user:",
    logins: "user:a@",
    URLs: "https://a:b@",
    blanks: " \t",
    lines: "\n",
    headers: "authorization: cookie: a=b; ",
    commands: "curl -ua:b sshpass -p 'a ",
    "commands and quotes": `curl "; ' \\\\"`,
    "programs without a gap": "mysql curl",
    "raw passwords": "a://b:c/@",
    "unclosed raw passwords": "a://b:c/",
    manifests: "kind: Secret\ndata:\n a: b\n",
  };
  const LONG = 512 * 1024;

  /** Processor time in milliseconds, which other programs on the machine do not change much. */
  function fastest(text: string): number {
    const runs = Array.from({ length: 5 }, () => {
      const from = process.cpuUsage();
      findSecrets(text);
      const { user, system } = process.cpuUsage(from); // the kernel guesses how they divide, their sum it measures
      return (user + system) / 1000;
    });
    return Math.min(...runs);
  }

  test.each(Object.entries(hostile))("PR12: takes time in proportion to its length: %s", (_, unit) => {
    const text = `token="${unit}" token=${unit.repeat(LONG / unit.length)}`;
    const ratio = fastest(text) / Math.max(1, fastest(text.slice(0, text.length / 4)));
    expect(ratio).toBeLessThan(10);
  });

  test("PR12: is refused above the limit, not cut", () => {
    const long = "a".repeat(PRESENTABLE_LENGTH);
    expect(redact(long)).toEqual({ text: long, redacted: false });
    expect(() => redact(`${long}a`)).toThrow(RangeError);
  });

  test("PR12: of any characters is read to its end", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = redact(text);
        expect(shown.redacted || shown.text === text).toBe(true);
      }),
    );
  });
});
