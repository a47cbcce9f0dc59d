CREATE UNIQUE INDEX "task_sessions_open_run_idx" ON "task_sessions" USING btree ("agent_key_id","agent_run") WHERE "task_sessions"."agent_key_id" IS NOT NULL AND "task_sessions"."state" NOT IN ('completed', 'failed', 'cancelled');--> statement-breakpoint
-- One more way in: an agent key, until it is revoked, or whoever made it is disabled or may no longer see its workspace.
DROP VIEW valid_credentials;
--> statement-breakpoint
CREATE VIEW valid_credentials AS
SELECT 'personal_access_token' AS via, t.id, t.token_hash, t.expires_at, t.last_used_at, u.id AS user_id, u.role, NULL::text AS workspace_id
FROM personal_access_tokens t JOIN users u ON u.id = t.user_id
WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND u.disabled_at IS NULL
UNION ALL
SELECT 'browser' AS via, s.id, NULL, s.expires_at, NULL, u.id AS user_id, u.role, NULL
FROM auth_sessions s JOIN users u ON u.id = s.user_id
WHERE s.expires_at > now() AND u.disabled_at IS NULL
UNION ALL
SELECT 'agent_key' AS via, k.id, k.token_hash, NULL, k.last_used_at, k.user_id, NULL, k.workspace_id
FROM agent_keys k JOIN workspaces w ON w.id = k.workspace_id
WHERE k.revoked_at IS NULL AND (k.user_id = '' OR (w.owner_id IN ('', k.user_id)
  AND EXISTS (SELECT 1 FROM users u WHERE u.id = k.user_id AND u.disabled_at IS NULL)));
--> statement-breakpoint
CREATE TRIGGER tell_access_changed AFTER UPDATE OF revoked_at, user_id, token_hash, workspace_id OR DELETE ON agent_keys
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed('user_id');
