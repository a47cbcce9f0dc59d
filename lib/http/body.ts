import type { z } from "zod";
import { AppError, validationError } from "@/lib/errors";

/** Largest request body, in bytes; checked before parsing (contract 4). */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** Reads at most {@link BODY_LIMIT_BYTES}. Throws payload_too_large, validation_error for bytes that are not UTF-8. */
export async function readText(request: Request): Promise<string> {
  if (request.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT_BYTES ? Infinity : 0;
  const reader = request.body.getReader();
  for (;;) {
    if (size > BODY_LIMIT_BYTES) {
      void discard(reader);
      throw new AppError("payload_too_large", `the body must not be larger than ${BODY_LIMIT_BYTES} bytes`);
    }
    const { done, value } = await reader.read().catch(() => {
      throw validationError("the body ended early"); // said to nobody: the connection is gone
    });
    if (done) break;
    size += value.byteLength;
    chunks.push(value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw validationError("the body is not valid UTF-8");
  }
}

/** The media type that a request says its body has, in lower case and without parameters; undefined without one. */
export const mediaType = (request: Request): string | undefined =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

const DISCARD_LIMIT_BYTES = 64 * BODY_LIMIT_BYTES;

/** Reads on what nobody wants: a connection that is cut while the client still sends may lose it the answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let size = 0; size < DISCARD_LIMIT_BYTES;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // the client is gone, and that is the end of it
  }
}

/** Reads a JSON body and checks it. An absent body is `{}`. Throws with the first offending field, never its value. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const body = await readText(request);
  if (body !== "" && mediaType(request) !== "application/json")
    throw new AppError("unsupported_media_type", "the body must be application/json");
  return check(schema, body === "" ? {} : parseJson(body));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw validationError("the body is not valid JSON");
  }
}

/** Checks input against a schema; the message names the first offending field, never its value. */
export function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw validationError(issue === undefined ? "invalid input" : describeIssue(issue));
}

const NAME_LIMIT = 64;

/** One sentence for one zod issue: where, then what. Names of unknown fields are cut, values are never shown. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `unknown argument ${issue.keys.map((key) => JSON.stringify(key.slice(0, NAME_LIMIT))).join(", ")}`;
  const path = issue.path.reduce<string>(
    (at, part) =>
      typeof part === "number" ? `${at}[${part}]` : at === "" ? String(part) : `${at}.${String(part)}`,
    "",
  );
  return `${path === "" ? "the body" : path}: ${issue.message}`;
}

/** Checks the query string; of a name given twice the last counts. */
export const readQuery = <T>(request: Request, schema: z.ZodType<T>): T =>
  check(schema, Object.fromEntries(new URL(request.url).searchParams));
