CREATE TABLE "agent_profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"command" text NOT NULL,
	"args" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"env" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cwd" text DEFAULT '' NOT NULL,
	"auto_approve" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_runs" (
	"task_session_id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer,
	"process_mark" text DEFAULT '' NOT NULL,
	"started_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_permissions" (
	"request_id" text PRIMARY KEY NOT NULL,
	"task_session_id" text NOT NULL,
	"message_id" text NOT NULL,
	"server_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"server_id" text NOT NULL,
	"verb" text NOT NULL,
	"input" jsonb NOT NULL,
	"taken_at" timestamp(6) with time zone,
	"reply" jsonb,
	"created_at" timestamp(6) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_sessions" ADD COLUMN "acp_session_id" text;--> statement-breakpoint
ALTER TABLE "agent_runs" ADD CONSTRAINT "agent_runs_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_permissions" ADD CONSTRAINT "live_permissions_task_session_id_task_sessions_id_fk" FOREIGN KEY ("task_session_id") REFERENCES "public"."task_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_permissions" ADD CONSTRAINT "live_permissions_message_id_task_session_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."task_session_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_runs_server_idx" ON "agent_runs" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "live_permissions_session_idx" ON "live_permissions" USING btree ("task_session_id");--> statement-breakpoint
CREATE INDEX "live_permissions_message_idx" ON "live_permissions" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "live_permissions_server_idx" ON "live_permissions" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "server_calls_server_idx" ON "server_calls" USING btree ("server_id");