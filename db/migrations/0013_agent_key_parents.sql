ALTER TABLE "agent_keys" ADD COLUMN "parent_id" text;--> statement-breakpoint
ALTER TABLE "agent_keys" ADD CONSTRAINT "agent_keys_parent_id_personal_access_tokens_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."personal_access_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_keys_parent_idx" ON "agent_keys" USING btree ("parent_id");--> statement-breakpoint
-- An agent key that was made with a personal access token ends with it, so that a leaked token leaves nothing behind.
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
SELECT 'agent_key' AS via, k.id, k.token_hash, t.expires_at, k.last_used_at, k.user_id, NULL, k.workspace_id
FROM agent_keys k JOIN workspaces w ON w.id = k.workspace_id LEFT JOIN personal_access_tokens t ON t.id = k.parent_id
WHERE k.revoked_at IS NULL AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
  AND (k.user_id = '' OR (w.owner_id IN ('', k.user_id)
  AND EXISTS (SELECT 1 FROM users u WHERE u.id = k.user_id AND u.disabled_at IS NULL)));
