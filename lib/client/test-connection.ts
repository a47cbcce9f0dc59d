import * as z from "zod/mini";

/** The protocol's generations, by the version a client of it speaks first. */
export const GENERATIONS = ["2025-11-25", "2026-07-28"] as const;
export type Generation = (typeof GENERATIONS)[number];

export type ConnectionOutcome =
  | {
      readonly ok: true;
      readonly server: string;
      readonly protocol: string;
      readonly tools: number;
      readonly pending: number;
      /** There are more than `pending`. */
      readonly more: boolean;
    }
  | {
      readonly ok: false;
      readonly reason: "elsewhere" | "unauthorized" | "unreachable" | "refused";
      /** What the client said, in its words. */
      readonly detail: string;
    };

const PATIENCE = { timeout: 15_000 };
const pendingList = z.object({ count: z.number(), next_cursor: z.string() });

/**
 * Connects to the endpoint from this browser, with the official client, as a program on this machine would: without the
 * browser's sign-in, with the token alone. Never throws.
 */
export async function testConnection(
  url: string,
  token: string,
  generation: Generation,
): Promise<ConnectionOutcome> {
  if (new URL(url).origin !== window.location.origin) return { ok: false, reason: "elsewhere", detail: "" };
  z.config({ jitless: true }); // the page's policy forbids to compile
  let status = 0;
  try {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const client = new Client(
      { name: "kandev-connection-test", version: "1.0.0" },
      { versionNegotiation: { mode: generation === "2025-11-25" ? "legacy" : { pin: generation } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: token === "" ? {} : { authorization: `Bearer ${token}` } },
      fetch: async (input, init) => {
        status = 0;
        const response = await fetch(input, { ...init, credentials: "omit" });
        status = response.status;
        return response;
      },
    });
    try {
      await client.connect(transport, PATIENCE);
      const { tools } = await client.listTools({}, PATIENCE);
      const { structuredContent } = await client.callTool(
        { name: "list_pending_questions_kandev", arguments: { limit: 200 } },
        PATIENCE,
      );
      const pending = pendingList.parse(structuredContent);
      return {
        ok: true,
        server: client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? "",
        protocol: client.getNegotiatedProtocolVersion() ?? generation,
        tools: tools.length,
        pending: pending.count,
        more: pending.next_cursor !== "",
      };
    } finally {
      await client.close();
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const reason = status === 401 ? "unauthorized" : status === 0 ? "unreachable" : "refused";
    return { ok: false, reason, detail };
  }
}
