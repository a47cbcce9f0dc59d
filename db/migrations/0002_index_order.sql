DROP INDEX "task_session_messages_unanswered_bundle_idx";--> statement-breakpoint
DROP INDEX "task_session_messages_prompt_idx";--> statement-breakpoint
DROP INDEX "task_session_messages_permission_idx";--> statement-breakpoint
DROP INDEX "task_session_turns_newest_idx";--> statement-breakpoint
DROP INDEX "tasks_workspace_idx";--> statement-breakpoint
DROP INDEX "tasks_created_idx";--> statement-breakpoint
CREATE INDEX "task_session_messages_prompt_idx" ON "task_session_messages" USING btree ("task_session_id",md5("metadata" #>> '{question,prompt}'),"created_at") WHERE "task_session_messages"."type" = 'clarification_request';--> statement-breakpoint
CREATE INDEX "task_session_messages_permission_idx" ON "task_session_messages" USING btree ("turn_id","created_at","id") WHERE "task_session_messages"."type" = 'permission_request';--> statement-breakpoint
CREATE INDEX "task_session_turns_newest_idx" ON "task_session_turns" USING btree ("task_session_id","started_at","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_workspace_idx" ON "tasks" USING btree ("workspace_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "tasks_created_idx" ON "tasks" USING btree ("created_at" DESC NULLS FIRST,"id");