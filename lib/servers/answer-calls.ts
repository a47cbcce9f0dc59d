import { sql } from "drizzle-orm";
import { z } from "zod";
import type { App } from "@/lib/app";
import { AppError } from "@/lib/errors";
import { notify } from "@/lib/events/hints";
import type { ServerVerb } from "./call-server";

/** A verb as the receiving side needs it, whatever its shapes are. */
export interface AnswerableVerb {
  readonly name: string;
  /** Parses the input, runs the verb, returns its output. */
  readonly answer: (app: App, input: unknown) => Promise<unknown>;
}

export const answerable = <Input, Output>(verb: ServerVerb<Input, Output>): AnswerableVerb => ({
  name: verb.name,
  answer: (app, input) => verb.run(app, verb.input.parse(input)),
});

const takenRows = z.array(z.object({ verb: z.string(), input: z.unknown() }));

const waitingRows = z.array(z.object({ id: z.string() }));

/**
 * Takes the calls that other servers made to this one, or the one that a hint names, each once, and replies. A call that its
 * caller has withdrawn is not there to be taken. Never throws: a caller that gets no reply gives up by itself.
 */
export async function answerCalls(
  app: App,
  verbs: readonly AnswerableVerb[],
  callId?: string,
): Promise<void> {
  try {
    const ids =
      callId === undefined
        ? waitingRows
            .parse([
              ...(await app.db.execute(
                sql`SELECT id FROM server_calls WHERE server_id = ${app.serverId} AND taken_at IS NULL`,
              )),
            ])
            .map(({ id }) => id)
        : [callId];
    await Promise.all(ids.map((id) => answerCall(app, verbs, id)));
  } catch (error) {
    app.log.error({ err: error }, "a call of another server could not be answered");
  }
}

async function answerCall(app: App, verbs: readonly AnswerableVerb[], callId: string): Promise<void> {
  const [call] = takenRows.parse([
    ...(await app.db.execute(sql`
      UPDATE server_calls SET taken_at = clock_timestamp()
      WHERE id = ${callId} AND server_id = ${app.serverId} AND taken_at IS NULL RETURNING verb, input`)),
  ]);
  if (call === undefined) return;
  const reply = JSON.stringify(await run(app, verbs, call));
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE server_calls SET reply = ${reply}::jsonb WHERE id = ${callId}`);
    await notify(tx, { name: "server.replied", call_id: callId });
  });
}

async function run(
  app: App,
  verbs: readonly AnswerableVerb[],
  call: z.output<typeof takenRows>[number],
): Promise<unknown> {
  try {
    const verb = verbs.find((each) => each.name === call.verb);
    if (verb === undefined) throw new AppError("internal_error", "that server runs another version");
    return { output: await verb.answer(app, call.input) };
  } catch (error) {
    if (error instanceof AppError) return { error: { code: error.code, message: error.message } };
    app.log.error({ err: error, verb: call.verb }, "a call of another server failed");
    return { error: { code: "internal_error", message: "something went wrong on the server" } };
  }
}
