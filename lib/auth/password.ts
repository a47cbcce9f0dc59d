import { hash, verify } from "@node-rs/argon2";

/** OWASP's parameters for argon2id, which is the default algorithm: 19 MiB, two passes, one lane; about 30 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** NIST SP 800-63B asks for at least 8 characters and forbids to cut; the upper end bounds the work. */
export const PASSWORD_LENGTH = { least: 8, most: 256 } as const;

/** An argon2id hash in PHC format, salted. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), OPTIONS);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one that was hashed. Without a hash (no such person, or one who signs in elsewhere) it takes
 * as long and is false, so that nobody can time which accounts exist.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this one");
  const given = begin(password, PASSWORD_LENGTH.most + 1).normalize("NFKC");
  const matches = await verify(stored || (await decoy), given).catch(() => false);
  return matches && stored !== undefined && stored !== "";
}

/** The first characters, counted as the limit counts them: an emoji is one of them and two of JavaScript's. */
const begin = (text: string, characters: number): string =>
  [...text.slice(0, 2 * characters)].slice(0, characters).join("");
