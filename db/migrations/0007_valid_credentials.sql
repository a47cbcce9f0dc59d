-- What lets a person in, by one rule: not revoked, not expired, of an account that is not disabled. Read at every request,
-- and again by whatever a person holds open.
CREATE VIEW valid_credentials AS
SELECT 'personal_access_token' AS via, t.id, t.token_hash, t.expires_at, t.last_used_at, u.id AS user_id, u.role
FROM personal_access_tokens t JOIN users u ON u.id = t.user_id
WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND u.disabled_at IS NULL
UNION ALL
SELECT 'browser' AS via, s.id, NULL, s.expires_at, NULL, u.id AS user_id, u.role
FROM auth_sessions s JOIN users u ON u.id = s.user_id
WHERE s.expires_at > now() AND u.disabled_at IS NULL;
