import postgres from "postgres";
import { type Address, APPLICATION_NAME } from "@/db/client";
import type { Log } from "@/lib/log";
import { CHANNEL, type Hint, parseHint } from "./hints";

const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 250;

export interface Subscriber {
  onHint(hint: Hint, sequence: number): void;
  /** The listening connection was lost and is back: whatever happened in between went unheard. Re-read. */
  onGap(): void;
}

/** One dedicated connection of this process that hears the hints of all servers and passes them on. */
export class EventHub {
  #address: Address;
  #log: Log;
  #subscribers = new Set<Subscriber>();
  #sequence = 0;
  #recent: { sequence: number; hint: Hint }[] = [];
  #sql: postgres.Sql | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;
  #onConnect: (sql: postgres.Sql) => Promise<void> = () => Promise.resolve();

  /** How many hints can be replayed to an event stream that reconnects. */
  static readonly RECENT = 2048;

  constructor(address: Address, log: Log) {
    this.#address = address;
    this.#log = log;
  }

  /** Connects and listens. `onConnect` runs on the listening connection now and after every reconnect. */
  async open(onConnect: (sql: postgres.Sql) => Promise<void>): Promise<void> {
    this.#onConnect = onConnect;
    await this.#connect();
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#sql?.end({ timeout: 1 });
  }

  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** The sequence number of the newest hint. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The hints after `sequence`, or undefined when some of them are no longer kept. */
  since(sequence: number): readonly { sequence: number; hint: Hint }[] | undefined {
    if (sequence > this.#sequence || sequence < this.#sequence - this.#recent.length) return undefined;
    return this.#recent.filter((entry) => entry.sequence > sequence);
  }

  async #connect(): Promise<void> {
    const options: postgres.Options<Record<string, never>> = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => undefined,
      connection: { application_name: APPLICATION_NAME },
      onclose: () => {
        if (sql === this.#sql) void this.#reconnect();
      },
    };
    Object.assign(options, {
      onnotify: (_channel: string, payload: string) => this.#receive(parseHint(payload)),
    });
    const address = this.#address;
    const sql: postgres.Sql =
      typeof address === "string"
        ? postgres(address, options)
        : postgres({
            ...options,
            host: address.socketFolder,
            port: address.port,
            username: address.user,
            database: address.database,
          });
    try {
      await this.#onConnect(sql);
      await sql.unsafe(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await sql.end({ timeout: 0 });
      throw error;
    }
    this.#sql = sql;
  }

  async #reconnect(): Promise<void> {
    this.#sql = undefined;
    if (this.#closed) return;
    this.#log.warn(
      {},
      "event connection lost: answers given on other servers are not heard until it is back",
    );
    while (!this.#closed && this.#sql === undefined) {
      try {
        await this.#connect();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      }
    }
    if (this.#closed) return;
    this.#log.info({}, "event connection is back, re-reading");
    this.#recent = [];
    this.#sequence += 1;
    for (const subscriber of this.#subscribers) subscriber.onGap();
  }

  /** A connection that died without a word (a pulled cable) is found by asking it something. */
  async #beat(): Promise<void> {
    const sql = this.#sql;
    if (sql === undefined) return;
    const timeout = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error("no answer")), HEARTBEAT_MS).unref(),
    );
    try {
      await Promise.race([sql`SELECT 1`, timeout]);
    } catch {
      if (sql !== this.#sql) return;
      const back = this.#reconnect();
      void sql.end({ timeout: 0 });
      await back;
    }
  }

  #receive(hint: Hint): void {
    this.#sequence += 1;
    this.#recent.push({ sequence: this.#sequence, hint });
    if (this.#recent.length > EventHub.RECENT) this.#recent.shift();
    for (const subscriber of this.#subscribers) subscriber.onHint(hint, this.#sequence);
  }
}
