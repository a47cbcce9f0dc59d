"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import type { AgentProfileView } from "@/lib/views";
import { Button, type ButtonVariant } from "../../ui/button";
import { LazyLaunchDialog } from "./lazy-launch-dialog";

interface Props {
  taskId: string;
  profiles: readonly AgentProfileView[];
  label: string;
  variant?: ButtonVariant;
}

/** Asks which agent of this server to start, and with what. */
export function LaunchButton({ taskId, profiles, label, variant = "plain" }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} data-testid="launch-agent" onClick={() => setAsking(true)}>
        <Play size={14} aria-hidden />
        {label}
      </Button>
      {asking && <LazyLaunchDialog taskId={taskId} profiles={profiles} onClose={() => setAsking(false)} />}
    </>
  );
}
