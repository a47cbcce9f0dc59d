import { loadShapes, type ShapeOf, type Shapes } from "./load-shapes";

/** What goes wrong without the server saying so. */
type OwnCode = "offline" | "timeout" | "unreachable" | "unreadable" | "status";

/**
 * Why a request brought no usable answer. `network` covers everything that leaves the outcome unknown. `useFailureText` has
 * the words for it.
 */
export interface Failure {
  readonly kind: "refused" | "network" | "unreadable";
  /** HTTP status, 0 when there was none. */
  readonly status: number;
  /** The server's, or one of our own. */
  readonly code: string;
  /** What the server said, in English; '' when it said nothing. */
  readonly said: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly serverNowMs: number | null }
  | { readonly ok: false; readonly failure: Failure; readonly serverNowMs: number | null };

/** Longer than any delivery the server waits for before it answers. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Sends JSON to this server and parses what comes back; never throws. Credentials always go along, also where page
 * and API have different origins (W1).
 */
export const postJson = <T>(path: string, body: unknown, shape: ShapeOf<T>): Promise<Result<T>> =>
  request("POST", path, body, shape);

/** The same for what is changed in part. */
export const patchJson = <T>(path: string, body: unknown, shape: ShapeOf<T>): Promise<Result<T>> =>
  request("PATCH", path, body, shape);

/** The same for what is to be removed. */
export const deleteJson = <T>(path: string, shape: ShapeOf<T>): Promise<Result<T>> =>
  request("DELETE", path, undefined, shape);

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
  shape: ShapeOf<T>,
): Promise<Result<T>> {
  let response: Response;
  let text: string;
  let shapes: Shapes;
  try {
    shapes = await loadShapes(); // first: nothing is sent whose answer could not be read
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
  if (!response.ok) return { ok: false, failure: refusal(shapes, response.status, json), serverNowMs };
  const parsed = shape(shapes).safeParse(json);
  if (!parsed.success) {
    return { ok: false, failure: own("unreadable", response.status, "unreadable"), serverNowMs };
  }
  return { ok: true, value: parsed.data, serverNowMs };
}

const own = (kind: Failure["kind"], status: number, code: OwnCode): Failure => ({
  kind,
  status,
  code,
  said: "",
});

/** What kept a request, or a part of the page, from coming. */
export function networkFailure(error: unknown): Failure {
  const timedOut = error instanceof DOMException && error.name === "TimeoutError";
  return own("network", 0, !navigator.onLine ? "offline" : timedOut ? "timeout" : "unreachable");
}

function refusal({ errorBody }: Shapes, status: number, json: unknown): Failure {
  const parsed = errorBody.safeParse(json);
  if (!parsed.success) return own("refused", status, "status");
  return { kind: "refused", status, code: parsed.data.code ?? "", said: parsed.data.error };
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
