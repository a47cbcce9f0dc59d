"use client";

import { LoaderCircle, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { startDemo } from "@/lib/client/tasks";
import { Button } from "../ui/button";
import { useFailureText } from "../ui/use-failure-text";

/** Starts the scripted agent and goes to its task. */
export function DemoButton() {
  const t = useTranslations("tasks.demo");
  const failureText = useFailureText();
  const router = useRouter();
  const [starting, setStarting] = useState(false);
  const [opening, startOpening] = useTransition();
  const [error, setError] = useState("");
  const busy = starting || opening;

  const start = async () => {
    setStarting(true);
    setError("");
    const result = await startDemo();
    setStarting(false);
    if (!result.ok) return setError(failureText(result.failure));
    const { task_id: taskId } = result.value;
    startOpening(() => router.push(`/tasks/${encodeURIComponent(taskId)}`));
  };
  return (
    <>
      <Button data-testid="demo-start" blocked={busy} onClick={() => void start()}>
        {busy ? (
          <LoaderCircle size={16} className="animate-spin" aria-hidden />
        ) : (
          <Play size={16} aria-hidden />
        )}
        {t(busy ? "starting" : "run")}
      </Button>
      {error !== "" && (
        <p role="alert" className="prose-text basis-full text-meta text-bad">
          {t("failed", { error })}
        </p>
      )}
    </>
  );
}
