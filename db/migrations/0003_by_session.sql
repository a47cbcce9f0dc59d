-- Activeness is asked session by session: the current turn first, then that turn's questions. OFFSET 0 keeps it a look-up for
-- one turn; joined, PostgreSQL may start from every unanswered question that a session, or all of them, ever had.
CREATE OR REPLACE VIEW unanswered_clarification_messages AS
SELECT m.id, m.pending_id, c.task_session_id, c.turn_id
FROM current_turns c
CROSS JOIN LATERAL (
  SELECT q.id, q.pending_id
  FROM task_session_messages q
  WHERE q.task_session_id = c.task_session_id
    AND q.turn_id = c.turn_id
    AND q.type = 'clarification_request'
    AND COALESCE(q.metadata ->> 'status', '') IN ('', 'pending')
    AND q.pending_id <> ''
  OFFSET 0
) m
WHERE NOT c.terminal;
