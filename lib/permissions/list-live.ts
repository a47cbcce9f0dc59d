import { z } from "zod";
import type { App } from "@/lib/app";
import type { ServerVerb } from "@/lib/servers/call-server";
import type { PermissionView } from "@/lib/views";

export const actionSchema = z.object({
  type: z.enum(["command", "file_write", "file_read", "network", "mcp_tool", "other"]),
  description: z.string().optional(),
  command: z.string().optional(),
  cwd: z.string().optional(),
  path: z.string().optional(),
  destination: z.string().optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  redacted: z.boolean(),
});

export const permissionSchema = z.object({
  task_id: z.string(),
  session_id: z.string(),
  request_id: z.string(),
  pending_id: z.string(),
  tool_call_id: z.string(),
  title: z.string(),
  action: actionSchema,
  options: z.array(z.object({ option_id: z.string(), name: z.string(), kind: z.string() })),
  created_at: z.string(),
  status: z.literal("pending"),
});

const sessions = z.object({ session_ids: z.array(z.string()) });

/** What a server tells another about the prompts it holds. */
export const listLiveVerb: ServerVerb<z.output<typeof sessions>, readonly PermissionView[]> = {
  name: "permissions.list",
  input: sessions,
  output: z.array(permissionSchema),
  timeoutMs: 10_000,
  run: (app, input) => Promise.resolve(listLive(app, input.session_ids)),
};

/** The prompts of these sessions that this process holds and that nobody is deciding just now. */
export const listLive = (app: Pick<App, "permissions">, sessionIds: readonly string[]): PermissionView[] =>
  sessionIds.flatMap((sessionId) =>
    app.permissions
      .ofSession(sessionId)
      .filter(({ state }) => state === "pending")
      .map(({ view }) => view),
  );
