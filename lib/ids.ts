import { createHash, randomBytes, randomUUID } from "node:crypto";

export const newId = (): string => randomUUID();

export type TokenKind = "kandev_pat" | "kandev_session" | "kandev_agent";

const TOKEN = /^(kandev_pat|kandev_session|kandev_agent)_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

/** A fresh bearer token `<prefix>_<8 hex>_<43 base64url>` (256 random bits) and the SHA-256 that is stored. */
export function newToken(kind: TokenKind): { token: string; hash: string } {
  const token = `${kind}_${randomBytes(4).toString("hex")}_${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashToken(token) };
}

/** SHA-256 of a token, lower-case hex (contract 5). */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The kind of a well-formed token, or undefined. */
export function tokenKind(token: string): TokenKind | undefined {
  const match = TOKEN.exec(token);
  return match ? (match[1] as TokenKind) : undefined;
}

/** PostgreSQL text holds neither U+0000 nor a lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
