import * as z from "zod/mini";

/** Why a request brought no usable answer. `network` covers everything that leaves the outcome unknown. */
export interface Failure {
  readonly kind: "refused" | "network" | "unreadable";
  /** HTTP status, 0 when there was none. */
  readonly status: number;
  readonly code: string;
  /** Written for the person in front of the screen. */
  readonly message: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly serverNowMs: number | null }
  | { readonly ok: false; readonly failure: Failure; readonly serverNowMs: number | null };

const errorBody = z.object({ error: z.string(), code: z.optional(z.string()) });

/** Longer than any delivery the server waits for before it answers. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Sends JSON to this server and parses what comes back; never throws. Credentials always go along, also where page
 * and API have different origins (W1).
 */
export const postJson = <T>(path: string, body: unknown, schema: z.ZodMiniType<T>): Promise<Result<T>> =>
  request("POST", path, body, schema);

/** The same for what is changed in part. */
export const patchJson = <T>(path: string, body: unknown, schema: z.ZodMiniType<T>): Promise<Result<T>> =>
  request("PATCH", path, body, schema);

/** The same for what is to be removed. */
export const deleteJson = <T>(path: string, schema: z.ZodMiniType<T>): Promise<Result<T>> =>
  request("DELETE", path, undefined, schema);

/** Whether the server can be reached at all. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/api/health", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

async function request<T>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body: unknown,
  schema: z.ZodMiniType<T>,
): Promise<Result<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      credentials: "include",
      cache: "no-store",
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        accept: "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    text = await response.text();
  } catch (error) {
    return { ok: false, failure: networkFailure(error), serverNowMs: null };
  }
  const json = parseJson(text);
  const serverNowMs = serverClock(response);
  if (!response.ok) return { ok: false, failure: refusal(response.status, json), serverNowMs };
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const message = "The server's answer could not be read. Reload the page: it may have been updated.";
    const failure: Failure = { kind: "unreadable", status: response.status, code: "", message };
    return { ok: false, failure, serverNowMs };
  }
  return { ok: true, value: parsed.data, serverNowMs };
}

function networkFailure(error: unknown): Failure {
  const timedOut = error instanceof DOMException && error.name === "TimeoutError";
  const message = !navigator.onLine
    ? "This browser is offline."
    : timedOut
      ? "The server did not answer within a minute."
      : "The server could not be reached.";
  return { kind: "network", status: 0, code: "", message };
}

function refusal(status: number, json: unknown): Failure {
  const parsed = errorBody.safeParse(json);
  if (parsed.success) {
    return { kind: "refused", status, code: parsed.data.code ?? "", message: parsed.data.error };
  }
  return { kind: "refused", status, code: "", message: `The server answered with status ${status}.` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server's clock at the time of its answer, so that times are compared on one clock; null when it sent none. */
function serverClock(response: Response): number | null {
  const date = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(date) ? null : date;
}
