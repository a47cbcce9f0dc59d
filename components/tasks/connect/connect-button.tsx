"use client";

import { LoaderCircle, Plug } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { requestRefresh } from "@/lib/client/live/live-store";
import { keepSecret } from "@/lib/client/session-secrets";
import { createSession } from "@/lib/client/tasks";
import { Button, type ButtonVariant } from "../../ui/button";
import { useFailureText } from "../../ui/use-failure-text";

interface Props {
  taskId: string;
  label: string;
  variant?: ButtonVariant;
}

/** Makes a session for an agent and shows it, with its token. */
export function ConnectButton({ taskId, label, variant = "plain" }: Props) {
  const failureText = useFailureText();
  const router = useRouter();
  const [creating, setCreating] = useState(false);
  const [opening, startOpening] = useTransition();
  const [error, setError] = useState("");
  const busy = creating || opening;

  const connect = async () => {
    setCreating(true);
    setError("");
    const result = await createSession(taskId);
    setCreating(false);
    if (!result.ok) return setError(failureText(result.failure));
    const { session, mcp } = result.value;
    keepSecret(session.id, mcp);
    startOpening(() =>
      router.push(`/tasks/${encodeURIComponent(taskId)}?session=${encodeURIComponent(session.id)}`),
    );
    requestRefresh();
  };
  return (
    <>
      <Button variant={variant} blocked={busy} data-testid="connect-agent" onClick={() => void connect()}>
        {busy ? (
          <LoaderCircle size={14} className="animate-spin" aria-hidden />
        ) : (
          <Plug size={14} aria-hidden />
        )}
        {label}
      </Button>
      {error !== "" && (
        <p role="alert" className="prose-text mt-1 text-meta text-bad">
          {error}
        </p>
      )}
    </>
  );
}
