import type { Agent } from "node:http";
import { request } from "node:http";

export interface Measured {
  readonly perSecond: number;
  readonly medianMs: number;
}

/** Posts JSON over a kept-alive connection and resolves to the body; rejects on any status but 200. */
export function post(
  agent: Agent,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(body);
    const call = request(
      url,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(payload),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${url} answered ${response.statusCode}: ${text}`)),
        );
      },
    );
    call.on("error", reject);
    call.end(payload);
  });
}

/** Answers a bundle of `seedBundles` over REST, as a caller with these headers. */
export const respond =
  (agent: Agent, url: string, headers: Record<string, string> = {}) =>
  (pendingId: string): Promise<string> =>
    post(
      agent,
      `${url}/api/v1/clarification/${pendingId}/respond`,
      { answers: [{ question_id: "q1", selected_options: ["a"], custom_text: "" }] },
      headers,
    );

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs one call for each item, `concurrency` at once. */
export async function measure<T>(
  items: readonly T[],
  concurrency: number,
  call: (item: T) => Promise<unknown>,
): Promise<Measured> {
  const queue = items.values();
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) {
        const begin = performance.now();
        await call(item);
        times.push(performance.now() - begin);
      }
    }),
  );
  return { perSecond: (items.length * 1000) / (performance.now() - start), medianMs: median(times) };
}
