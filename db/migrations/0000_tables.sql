CREATE TABLE "clarification_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clarification_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pending_id" text NOT NULL,
	"task_session_id" text NOT NULL,
	"claimed" boolean NOT NULL,
	"status" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" text DEFAULT '' NOT NULL,
	"surface" text NOT NULL,
	"attempted_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clarification_candidates" (
	"task_session_id" text NOT NULL,
	"pending_id" text NOT NULL,
	"created_at" timestamp(6) with time zone NOT NULL,
	CONSTRAINT "clarification_candidates_task_session_id_pending_id_pk" PRIMARY KEY("task_session_id","pending_id")
);
--> statement-breakpoint
CREATE TABLE "clarification_deliveries" (
	"pending_id" text PRIMARY KEY NOT NULL,
	"task_session_id" text NOT NULL,
	"reject_reason" text NOT NULL,
	"server_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clarification_origins" (
	"pending_id" text PRIMARY KEY NOT NULL,
	"task_session_id" text NOT NULL,
	"server_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clarification_waiters" (
	"id" text PRIMARY KEY NOT NULL,
	"pending_id" text NOT NULL,
	"task_session_id" text NOT NULL,
	"server_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" text PRIMARY KEY NOT NULL,
	"lock_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "servers_lock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"task_session_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_session_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"task_session_id" text NOT NULL,
	"task_id" text DEFAULT '' NOT NULL,
	"turn_id" text,
	"author_type" text DEFAULT 'agent' NOT NULL,
	"type" text DEFAULT 'message' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"handed_out_at" timestamp(6) with time zone,
	"pending_id" text GENERATED ALWAYS AS (metadata ->> 'pending_id') STORED
);
--> statement-breakpoint
CREATE TABLE "task_session_turns" (
	"id" text PRIMARY KEY NOT NULL,
	"task_session_id" text NOT NULL,
	"started_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp(6) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"task_id" text NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"surface" text DEFAULT 'kanban-task' NOT NULL,
	"agent_profile_id" text,
	"connected_at" timestamp(6) with time zone,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_access_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(6) with time zone,
	"expires_at" timestamp(6) with time zone,
	"revoked_at" timestamp(6) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"password_hash" text DEFAULT '' NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp(6) with time zone
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clarification_audit" ADD CONSTRAINT "clarification_audit_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarification_candidates" ADD CONSTRAINT "clarification_candidates_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarification_deliveries" ADD CONSTRAINT "clarification_deliveries_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarification_origins" ADD CONSTRAINT "clarification_origins_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarification_waiters" ADD CONSTRAINT "clarification_waiters_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarification_waiters" ADD CONSTRAINT "clarification_waiters_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tokens" ADD CONSTRAINT "session_tokens_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_session_messages" ADD CONSTRAINT "task_session_messages_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_session_messages" ADD CONSTRAINT "task_session_messages_turn_id_task_session_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."task_session_turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_session_turns" ADD CONSTRAINT "task_session_turns_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_access_tokens" ADD CONSTRAINT "personal_access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clarification_audit_pending_idx" ON "clarification_audit" USING btree ("pending_id","id");--> statement-breakpoint
CREATE INDEX "clarification_audit_session_idx" ON "clarification_audit" USING btree ("task_session_id");--> statement-breakpoint
CREATE INDEX "clarification_candidates_order_idx" ON "clarification_candidates" USING btree ("created_at","pending_id");--> statement-breakpoint
CREATE INDEX "clarification_deliveries_session_idx" ON "clarification_deliveries" USING btree ("task_session_id");--> statement-breakpoint
CREATE INDEX "clarification_origins_session_idx" ON "clarification_origins" USING btree ("task_session_id");--> statement-breakpoint
CREATE INDEX "clarification_waiters_pending_idx" ON "clarification_waiters" USING btree ("pending_id");--> statement-breakpoint
CREATE INDEX "clarification_waiters_server_idx" ON "clarification_waiters" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "clarification_waiters_session_idx" ON "clarification_waiters" USING btree ("task_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "session_tokens_hash_idx" ON "session_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_tokens_session_idx" ON "session_tokens" USING btree ("task_session_id");--> statement-breakpoint
CREATE INDEX "task_session_messages_transcript_idx" ON "task_session_messages" USING btree ("task_session_id","created_at","id");--> statement-breakpoint
CREATE INDEX "task_session_messages_turn_idx" ON "task_session_messages" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "task_session_messages_pending_idx" ON "task_session_messages" USING btree ("pending_id") WHERE "task_session_messages"."pending_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "task_session_messages_unanswered_idx" ON "task_session_messages" USING btree ("task_session_id","turn_id") WHERE "task_session_messages"."type" = 'clarification_request' AND COALESCE("task_session_messages"."metadata" ->> 'status', '') IN ('', 'pending');--> statement-breakpoint
CREATE INDEX "task_session_messages_unanswered_bundle_idx" ON "task_session_messages" USING btree ("pending_id") WHERE "task_session_messages"."type" = 'clarification_request' AND COALESCE("task_session_messages"."metadata" ->> 'status', '') IN ('', 'pending');--> statement-breakpoint
CREATE INDEX "task_session_messages_prompt_idx" ON "task_session_messages" USING btree ("task_session_id",md5("metadata" #>> '{question,prompt}'),"created_at" DESC NULLS LAST) WHERE "task_session_messages"."type" = 'clarification_request';--> statement-breakpoint
CREATE INDEX "task_session_messages_permission_idx" ON "task_session_messages" USING btree ("task_session_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "task_session_messages"."type" = 'permission_request';--> statement-breakpoint
CREATE INDEX "task_session_messages_undelivered_idx" ON "task_session_messages" USING btree ("task_session_id") WHERE ("task_session_messages"."metadata" ->> 'response_delivery_pending') = 'true';--> statement-breakpoint
CREATE INDEX "task_session_messages_mailbox_idx" ON "task_session_messages" USING btree ("task_session_id","created_at","id") WHERE "task_session_messages"."author_type" = 'user' AND "task_session_messages"."type" = 'message' AND "task_session_messages"."handed_out_at" IS NULL;--> statement-breakpoint
CREATE INDEX "task_session_turns_newest_idx" ON "task_session_turns" USING btree ("task_session_id","started_at" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_sessions_task_idx" ON "task_sessions" USING btree ("task_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "personal_access_tokens_hash_idx" ON "personal_access_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "personal_access_tokens_user_idx" ON "personal_access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_idx" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "tasks_workspace_idx" ON "tasks" USING btree ("workspace_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "tasks_created_idx" ON "tasks" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "workspaces_owner_idx" ON "workspaces" USING btree ("owner_id");