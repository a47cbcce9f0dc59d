import { createServer } from "node:http";
import postgres from "postgres";
import { z } from "zod";

/**
 * The floor of the respond benchmark: bare node:http and postgres.js running the statements of the product's respond,
 * without its framework, validation, normalization or events. Prints its port.
 */
const sql = postgres(process.env.DATABASE_URL ?? "", { max: 16, onnotice: () => undefined });
const bodySchema = z.object({ answers: z.array(z.object({ question_id: z.string() })) });

async function respond(pendingId: string, body: string): Promise<unknown> {
  const { answers } = bodySchema.parse(JSON.parse(body));
  const responses = JSON.stringify(Object.fromEntries(answers.map((answer) => [answer.question_id, answer])));
  const rows = await sql`
    SELECT m.id, m.task_id, m.metadata, m.created_at, m.updated_at, m.task_session_id, s.task_id AS session_task_id, s.state,
      s.agent_profile_id, COALESCE(m.metadata -> 'parent_question' = 'true'::jsonb, false) AS parent,
      EXISTS (SELECT 1 FROM active_clarification_messages a WHERE a.task_session_id = m.task_session_id AND a.id = m.id) AS active
    FROM task_session_messages m JOIN task_sessions s ON s.id = m.task_session_id
    WHERE m.pending_id = ${pendingId} AND m.type = 'clarification_request'
    ORDER BY CASE WHEN jsonb_typeof(m.metadata -> 'question_index') = 'number' THEN (m.metadata ->> 'question_index')::numeric ELSE 0 END,
      m.created_at, m.id`;
  const sessionId = String(rows[0]?.task_session_id);
  return sql.begin(async (tx) => {
    const locked = tx`SELECT id, task_id, state, agent_profile_id FROM task_sessions WHERE id = ${sessionId} FOR NO KEY UPDATE`;
    const claimed = tx`
      WITH claimed AS (
        UPDATE task_session_messages SET
          metadata = metadata || jsonb_build_object('status', 'answered'::text, 'response_delivery_pending', true)
            || jsonb_build_object('response', ${responses}::jsonb -> (metadata ->> 'question_id')),
          updated_at = statement_timestamp()
        WHERE id IN (SELECT id FROM active_clarification_messages WHERE task_session_id = ${sessionId} AND pending_id = ${pendingId})
        RETURNING id, updated_at
      ), audited AS (
        INSERT INTO clarification_audit (pending_id, task_session_id, claimed, status, actor_kind, surface)
        SELECT ${pendingId}, ${sessionId}, true, 'answered', 'single-user', 'rest' FROM claimed LIMIT 1
      )
      SELECT min(updated_at) AS claimed_at, notify_hint(jsonb_build_object('name', 'task.updated', 'pending_id', ${pendingId}::text,
        'message_ids', jsonb_agg(id)))
      FROM claimed HAVING count(*) > 0`;
    const [, rows] = await Promise.all([locked, claimed]);
    return {
      success: true,
      claimed: rows.length > 0,
      status: "answered",
      response: { pending_id: pendingId, answers },
    };
  });
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    const pendingId = decodeURIComponent(request.url?.split("/")[4] ?? "");
    respond(pendingId, body).then(
      (result) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(result));
      },
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening ${typeof address === "object" && address !== null ? address.port : ""}`);
});
