import type { Context } from "@/lib/context";
import { VERSION } from "@/lib/version";
import type { Inserts } from "./first-byte";
import type { Incoming } from "./incoming";
import type { Offer } from "./offer";

export const SERVER_INFO = { name: "kandev", title: "Kandev", version: VERSION };

/** One POST on its way through either generation. */
export interface Exchange {
  readonly ctx: Context;
  readonly offer: Offer;
  readonly request: Request;
  readonly incoming: Incoming;
  readonly userAgent: string;
  /** The call may wait: it is answered with a stream that is kept alive. The rest is answered as JSON. */
  readonly streaming: boolean;
  /** Writes into the stream of a streaming answer, once there is one. */
  readonly inserts: Promise<Inserts>;
}
