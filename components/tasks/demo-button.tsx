"use client";

import { LoaderCircle, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { startDemo } from "@/lib/client/tasks";
import { Button } from "../ui/button";

/** Starts the scripted agent and goes to its task. */
export function DemoButton() {
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
    if (!result.ok) return setError(result.failure.message);
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
        {busy ? "Starting the demo agent…" : "Run the demo"}
      </Button>
      {error !== "" && (
        <p role="alert" className="prose-text basis-full text-meta text-bad">
          {`The demo did not start: ${error}`}
        </p>
      )}
    </>
  );
}
