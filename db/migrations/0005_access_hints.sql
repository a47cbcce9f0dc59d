-- Whoever ends a person's access, by a verb or by hand: every server hears it and looks again at that person's open streams
-- and held calls.
CREATE FUNCTION tell_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_hint(jsonb_build_object('name', 'access.changed', 'user_id', to_jsonb(OLD) ->> TG_ARGV[0]));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tell_access_changed AFTER UPDATE OF disabled_at, role OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed('id');
--> statement-breakpoint
CREATE TRIGGER tell_access_changed AFTER UPDATE OF revoked_at, expires_at, user_id, token_hash OR DELETE ON personal_access_tokens
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed('user_id');
--> statement-breakpoint
CREATE TRIGGER tell_access_changed AFTER UPDATE OR DELETE ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION tell_access_changed('user_id');
