import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { AppError, ERROR_CODES } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import { newId } from "@/lib/ids";

/** Something one server does for another, because only it can: what it does lives in its own memory. */
export interface ServerVerb<Input, Output> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** Longest wait for a reply, in milliseconds. */
  readonly timeoutMs: number;
  readonly run: (app: App, input: Input) => Promise<Output>;
}

const replySchema = z.union([
  z.object({ output: z.unknown() }),
  z.object({ error: z.object({ code: z.enum(ERROR_CODES), message: z.string() }) }),
]);

const replyRows = z.array(z.object({ reply: z.unknown() }));

/**
 * Runs a verb on the server that can, which may be this one, and passes on its result or its AppError (contract 6.8).
 * Throws `unavailable` when that server is dead or did not take the call in time: then it never will. Throws
 * `internal_error` when it took the call and has not replied: then what came of it is not known here.
 */
export async function callServer<Input, Output>(
  app: App,
  serverId: string,
  verb: ServerVerb<Input, Output>,
  input: Input,
): Promise<Output> {
  if (serverId === app.serverId) return verb.run(app, input);
  const id = newId();
  const heard = hearReply(app, id, verb.timeoutMs);
  try {
    await send(app, { id, serverId, verb: verb.name, input });
    await heard.reply;
    const [row] = replyRows.parse([
      ...(await app.db.execute(
        sql`DELETE FROM server_calls WHERE id = ${id} AND (reply IS NOT NULL OR taken_at IS NULL) RETURNING reply`,
      )),
    ]);
    if (row === undefined)
      throw new AppError("internal_error", "the server that runs this agent has not answered yet");
    if (row.reply === null)
      throw new AppError("unavailable", "the server that runs this agent does not answer");
    const reply = replySchema.parse(row.reply);
    if ("error" in reply) throw new AppError(reply.error.code, reply.error.message);
    return verb.output.parse(reply.output);
  } finally {
    heard.stop();
  }
}

interface Call {
  readonly id: string;
  readonly serverId: string;
  readonly verb: string;
  readonly input: unknown;
}

async function send(app: App, call: Call): Promise<void> {
  await app.db.transaction(async (tx) => {
    const sent = await tx.execute(sql`
      INSERT INTO server_calls (id, server_id, verb, input)
      SELECT ${call.id}, id, ${call.verb}, ${JSON.stringify(call.input)}::jsonb FROM living_servers
      WHERE id = ${call.serverId} RETURNING id`);
    if (sent.length === 0) throw new AppError("unavailable", "the server that runs this agent is gone");
    await notify(tx, { name: "server.called", server_id: call.serverId, call_id: call.id });
  });
}

/** Resolves when the reply is there, and at the latest after `timeoutMs`. */
function hearReply(app: App, callId: string, timeoutMs: number): { reply: Promise<void>; stop: () => void } {
  let finish: () => void = () => undefined;
  const reply = new Promise<void>((resolve) => (finish = resolve));
  const timer = setTimeout(finish, timeoutMs);
  /** The hint may have gone unheard. A look that fails leaves it to the timer. */
  const look = async () => {
    const replied = await app.db.execute(
      sql`SELECT 1 FROM server_calls WHERE id = ${callId} AND reply IS NOT NULL`,
    );
    if (replied.length > 0) finish();
  };
  const unsubscribe = app.hub.subscribe({
    onHint: (hint) => {
      if (hint.name === "server.replied" && hint.call_id === callId) finish();
    },
    onGap: () => void look().catch(() => undefined),
  });
  return {
    reply,
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
