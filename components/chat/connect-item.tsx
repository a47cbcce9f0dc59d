"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { announce } from "@/lib/client/announce";
import { requestRefresh } from "@/lib/client/live/live-store";
import { keepSecret } from "@/lib/client/session-secrets";
import { createSession } from "@/lib/client/tasks";
import { MenuItem } from "../ui/menu";
import { useFailureText } from "../ui/use-failure-text";

/** Makes another session for the task and shows it. */
export function ConnectItem({ taskId }: { taskId: string }) {
  const t = useTranslations("chat.menu");
  const failureText = useFailureText();
  const router = useRouter();
  const connect = async () => {
    const result = await createSession(taskId);
    if (!result.ok) return announce(t("notConnected", { error: failureText(result.failure) }));
    const { session, mcp } = result.value;
    keepSecret(session.id, mcp);
    router.push(`/tasks/${encodeURIComponent(taskId)}?session=${encodeURIComponent(session.id)}`);
    requestRefresh();
  };
  return <MenuItem onSelect={() => void connect()}>{t("connect")}</MenuItem>;
}
