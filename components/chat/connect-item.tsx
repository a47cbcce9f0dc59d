"use client";

import { useRouter } from "next/navigation";
import { announce } from "@/lib/client/announce";
import { requestRefresh } from "@/lib/client/live/live-store";
import { keepSecret } from "@/lib/client/session-secrets";
import { createSession } from "@/lib/client/tasks";
import { MenuItem } from "../ui/menu";

/** Makes another session for the task and shows it. */
export function ConnectItem({ taskId }: { taskId: string }) {
  const router = useRouter();
  const connect = async () => {
    const result = await createSession(taskId);
    if (!result.ok) return announce(`No session was made: ${result.failure.message}`);
    const { session, mcp } = result.value;
    keepSecret(session.id, mcp);
    router.push(`/tasks/${encodeURIComponent(taskId)}?session=${encodeURIComponent(session.id)}`);
    requestRefresh();
  };
  return <MenuItem onSelect={() => void connect()}>Connect another agent</MenuItem>;
}
