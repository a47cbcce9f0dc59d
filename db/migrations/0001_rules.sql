-- Activeness (specification D4): one rule, two views. `unanswered` holds the conjuncts about one row;
-- `active` adds the guard against malformed bundles and is what every consumer reads.

-- jsonb written by several hands: true, "true", "1" and 1 all mean true.
CREATE FUNCTION is_truthy(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(value IN ('true'::jsonb, '"true"'::jsonb, '"1"'::jsonb, '1'::jsonb), false)
$$;
--> statement-breakpoint
CREATE VIEW authoritative_turns AS
SELECT t.id, t.task_session_id, t.started_at, t.created_at, t.completed_at
FROM task_session_turns t
WHERE NOT is_truthy(t.metadata -> 'prompt_dispatch_pending')
   OR is_truthy(t.metadata -> 'prompt_dispatch_attempted')
   OR EXISTS (SELECT 1 FROM task_session_messages m WHERE m.turn_id = t.id);
--> statement-breakpoint
-- The current turn of each session: its newest authoritative turn, completed or not.
CREATE VIEW current_turns AS
SELECT s.id AS task_session_id, t.id AS turn_id, t.completed_at, s.state IN ('completed', 'failed', 'cancelled') AS terminal
FROM task_sessions s
CROSS JOIN LATERAL (
  SELECT a.id, a.completed_at FROM authoritative_turns a
  WHERE a.task_session_id = s.id
  ORDER BY a.started_at DESC, a.created_at DESC, a.id DESC
  LIMIT 1
) t;
--> statement-breakpoint
CREATE VIEW unanswered_clarification_messages AS
SELECT m.id, m.pending_id, m.task_session_id, m.turn_id
FROM task_session_messages m
JOIN current_turns c ON c.task_session_id = m.task_session_id AND c.turn_id = m.turn_id AND NOT c.terminal
WHERE m.type = 'clarification_request'
  AND COALESCE(m.metadata ->> 'status', '') IN ('', 'pending')
  AND m.pending_id <> '';
--> statement-breakpoint
CREATE VIEW active_clarification_messages AS
SELECT u.id, u.pending_id, u.task_session_id, u.turn_id
FROM unanswered_clarification_messages u
WHERE NOT EXISTS (
  SELECT 1 FROM task_session_messages o
  WHERE o.pending_id = u.pending_id
    AND (o.type <> 'clarification_request'
      OR o.task_session_id <> u.task_session_id
      OR o.turn_id IS DISTINCT FROM u.turn_id)
);
--> statement-breakpoint
-- Recomputes the candidates of some sessions, one at a time, so that every plan is a few index look-ups. Sequential scans
-- are off because a plan made while the tables were empty is kept while they fill. The session rows are locked first, in
-- order, so that two transactions changing one session cannot each miss what the other wrote.
CREATE FUNCTION refresh_clarification_candidates(session_ids text[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  session_id text;
BEGIN
  FOR session_id IN SELECT DISTINCT id FROM unnest(session_ids) AS id ORDER BY id LOOP
    PERFORM 1 FROM task_sessions s WHERE s.id = session_id FOR NO KEY UPDATE;
    DELETE FROM clarification_candidates c
    WHERE c.task_session_id = session_id
      AND NOT EXISTS (
        SELECT 1 FROM unanswered_clarification_messages u
        WHERE u.task_session_id = session_id AND u.pending_id = c.pending_id
      );
    INSERT INTO clarification_candidates AS c (task_session_id, pending_id, created_at)
    SELECT session_id, u.pending_id, (
      SELECT min(m.created_at) FROM task_session_messages m
      WHERE m.pending_id = u.pending_id AND m.type = 'clarification_request' AND m.task_session_id = session_id
    )
    FROM (SELECT DISTINCT pending_id FROM unanswered_clarification_messages WHERE task_session_id = session_id) u
    ON CONFLICT (task_session_id, pending_id) DO UPDATE SET created_at = EXCLUDED.created_at
    WHERE c.created_at <> EXCLUDED.created_at;
  END LOOP;
END
$$;
--> statement-breakpoint
-- A message matters here when it is a question, or when it may give a bare reservation its authority: then to the
-- reservation's session, which need not be the message's own.
CREATE FUNCTION candidates_after_message_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(
    SELECT n.task_session_id FROM new_rows n WHERE n.type = 'clarification_request'
    UNION
    SELECT t.task_session_id FROM new_rows n JOIN task_session_turns t ON t.id = n.turn_id
    WHERE is_truthy(t.metadata -> 'prompt_dispatch_pending')
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION candidates_after_message_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(
    SELECT o.task_session_id FROM old_rows o WHERE o.type = 'clarification_request'
    UNION
    SELECT t.task_session_id FROM old_rows o JOIN task_session_turns t ON t.id = o.turn_id
    WHERE is_truthy(t.metadata -> 'prompt_dispatch_pending')
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Only what activeness reads: a finalize or an edit of a settled question changes no candidate.
CREATE FUNCTION candidates_after_message_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(
    SELECT DISTINCT ids.id
    FROM old_rows o
    FULL JOIN new_rows n ON n.id = o.id
    CROSS JOIN LATERAL (VALUES (o.task_session_id), (n.task_session_id)) AS ids (id)
    WHERE ids.id IS NOT NULL
      AND (o.type = 'clarification_request' OR n.type = 'clarification_request')
      AND (o.type, o.task_session_id, o.turn_id, o.pending_id, o.created_at, COALESCE(o.metadata ->> 'status', ''))
        IS DISTINCT FROM
          (n.type, n.task_session_id, n.turn_id, n.pending_id, n.created_at, COALESCE(n.metadata ->> 'status', ''))
    UNION
    SELECT t.task_session_id
    FROM old_rows o
    FULL JOIN new_rows n ON n.id = o.id
    JOIN task_session_turns t ON t.id IN (o.turn_id, n.turn_id)
    WHERE o.turn_id IS DISTINCT FROM n.turn_id AND is_truthy(t.metadata -> 'prompt_dispatch_pending')
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION candidates_after_turn_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(SELECT DISTINCT task_session_id FROM new_rows));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION candidates_after_turn_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(SELECT DISTINCT task_session_id FROM old_rows));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION candidates_after_turn_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(
    SELECT DISTINCT ids.id
    FROM old_rows o
    FULL JOIN new_rows n ON n.id = o.id
    CROSS JOIN LATERAL (VALUES (o.task_session_id), (n.task_session_id)) AS ids (id)
    WHERE ids.id IS NOT NULL
      AND (o.task_session_id, o.started_at, o.created_at,
           o.metadata -> 'prompt_dispatch_pending', o.metadata -> 'prompt_dispatch_attempted')
        IS DISTINCT FROM
          (n.task_session_id, n.started_at, n.created_at,
           n.metadata -> 'prompt_dispatch_pending', n.metadata -> 'prompt_dispatch_attempted')
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION candidates_after_session_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_clarification_candidates(ARRAY(
    SELECT n.id FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE o.state IN ('completed', 'failed', 'cancelled') <> n.state IN ('completed', 'failed', 'cancelled')
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER candidates_after_message_insert AFTER INSERT ON task_session_messages
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_message_insert();
--> statement-breakpoint
CREATE TRIGGER candidates_after_message_update AFTER UPDATE ON task_session_messages
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_message_update();
--> statement-breakpoint
CREATE TRIGGER candidates_after_message_delete AFTER DELETE ON task_session_messages
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_message_delete();
--> statement-breakpoint
CREATE TRIGGER candidates_after_turn_insert AFTER INSERT ON task_session_turns
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_turn_insert();
--> statement-breakpoint
CREATE TRIGGER candidates_after_turn_update AFTER UPDATE ON task_session_turns
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_turn_update();
--> statement-breakpoint
CREATE TRIGGER candidates_after_turn_delete AFTER DELETE ON task_session_turns
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_turn_delete();
--> statement-breakpoint
CREATE TRIGGER candidates_after_session_update AFTER UPDATE ON task_sessions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION candidates_after_session_update();
--> statement-breakpoint
-- Deleting a task deletes its sessions, and with them their questions (failure mode "session row is deleted"). There is no
-- foreign key, because sessions of unknown tasks are legal.
CREATE FUNCTION sessions_after_task_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM task_sessions s USING old_rows o WHERE s.task_id = o.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_after_task_delete AFTER DELETE ON tasks
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sessions_after_task_delete();
--> statement-breakpoint
-- A server lives while its listening connection holds its advisory lock (class 5263711).
CREATE VIEW living_servers AS
SELECT s.id
FROM servers s
JOIN pg_locks l ON l.locktype = 'advisory' AND l.classid = 5263711 AND l.objid = s.lock_id::oid AND l.objsubid = 2 AND l.granted
JOIN pg_database d ON d.oid = l.database AND d.datname = current_database();
--> statement-breakpoint
-- An event is a hint (lib/events/hints.ts). PostgreSQL refuses a payload of 8000 bytes; one that long, from ids somebody
-- else chose, becomes a reset instead of failing the transaction.
CREATE FUNCTION notify_hint(hint jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('kandev', CASE WHEN octet_length(hint::text) < 7900 THEN hint::text ELSE '{"name": "reset"}' END)
$$;
