import type postgres from "postgres";

const QUESTION = `jsonb_build_object('id', 'q1', 'title', '', 'prompt', 'Which one?', 'options',
  '[{"option_id": "a", "label": "A", "description": ""}, {"option_id": "b", "label": "B", "description": ""}]'::jsonb)`;

/** Writes `count` active one-question bundles, each in a task, session and turn of its own, named `<prefix><n>`. */
export async function seedBundles(
  sql: postgres.Sql,
  prefix: string,
  count: number,
): Promise<readonly string[]> {
  await sql.begin(async (tx) => {
    await tx`INSERT INTO tasks (id, title) SELECT ${prefix} || n, 'bench' FROM generate_series(1, ${count}::int) n`;
    await tx`INSERT INTO task_sessions (id, task_id, state) SELECT ${prefix} || n, ${prefix} || n, 'running' FROM generate_series(1, ${count}::int) n`;
    await tx`INSERT INTO task_session_turns (id, task_session_id) SELECT ${prefix} || n, ${prefix} || n FROM generate_series(1, ${count}::int) n`;
    await tx.unsafe(
      `INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, author_type, type, content, created_at, updated_at, metadata)
       SELECT $1 || n, $1 || n, $1 || n, $1 || n, 'agent', 'clarification_request', 'Which one?', now() + n * interval '1 microsecond', now(),
         jsonb_build_object('pending_id', $1 || n, 'question_id', 'q1', 'question', ${QUESTION}, 'question_index', 0,
           'question_total', 1, 'context', '', 'status', 'pending')
       FROM generate_series(1, $2::int) n`,
      [prefix, count],
    );
  });
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

/** Older turns of the same sessions, each with a question that nobody answered before the next turn superseded it. */
export async function seedSuperseded(
  sql: postgres.Sql,
  prefix: string,
  sessions: number,
  each: number,
): Promise<void> {
  await sql`
    INSERT INTO task_session_turns (id, task_session_id, started_at, completed_at, created_at)
    SELECT ${prefix} || n || '-old' || k, ${prefix} || n, now() - k * interval '1 hour', now() - k * interval '50 minutes', now() - k * interval '1 hour'
    FROM generate_series(1, ${sessions}::int) n, generate_series(1, ${each}::int) k`;
  await sql.unsafe(
    `INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, author_type, type, content, created_at, metadata)
     SELECT $1 || n || '-old' || k, $1 || n, $1 || n, $1 || n || '-old' || k, 'agent', 'clarification_request', 'Which one?', now() - k * interval '1 hour',
       jsonb_build_object('pending_id', $1 || n || '-old' || k, 'question_id', 'q1', 'question', ${QUESTION}, 'question_index', 0,
         'question_total', 1, 'context', '', 'status', 'pending')
     FROM generate_series(1, $2::int) n, generate_series(1, $3::int) k`,
    [prefix, sessions, each],
  );
}

/** Ordinary messages, spread over the sessions. */
export async function seedMessages(
  sql: postgres.Sql,
  prefix: string,
  sessions: number,
  each: number,
): Promise<void> {
  await sql`
    INSERT INTO task_session_messages (id, task_session_id, task_id, turn_id, author_type, type, content, created_at, metadata)
    SELECT ${prefix} || n || '-m' || k, ${prefix} || n, ${prefix} || n, ${prefix} || n, 'agent', 'message', 'working on it', now() + k * interval '1 second', '{}'
    FROM generate_series(1, ${sessions}::int) n, generate_series(1, ${each}::int) k`;
}
