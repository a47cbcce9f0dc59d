"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from "react";
import { launchAgent } from "@/lib/client/agents";
import { requestRefresh } from "@/lib/client/live/live-store";
import type { AgentProfileView } from "@/lib/views";
import { Button } from "../../ui/button";
import { useFailureText } from "../../ui/use-failure-text";
import { ProfileSelect } from "./profile-select";
import { PromptField } from "./prompt-field";

interface Props {
  taskId: string;
  profiles: readonly AgentProfileView[];
  onClose: () => void;
}

/** Starts an agent of this server in a new session of the task, and shows that session. */
export function LaunchDialog({ taskId, profiles, onClose }: Props) {
  const t = useTranslations("tasks.launch");
  const common = useTranslations("common");
  const failureText = useFailureText();
  const headingId = useId();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [profileId, setProfileId] = useState(profiles[0]?.id ?? "");
  const [prompt, setPrompt] = useState("");
  const [starting, setStarting] = useState(false);
  const [opening, startOpening] = useTransition();
  const [error, setError] = useState("");
  const busy = starting || opening;

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setStarting(true);
    setError("");
    const result = await launchAgent(taskId, profileId, prompt.trim());
    setStarting(false);
    if (!result.ok) return setError(t("failed", { error: failureText(result.failure) }));
    const path = `/tasks/${encodeURIComponent(taskId)}?session=${encodeURIComponent(result.value.session.id)}`;
    startOpening(() => router.push(path));
    requestRefresh();
    dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      className="m-auto w-[32rem] max-w-[calc(100vw-2rem)] rounded-md border border-line bg-raised p-4 text-ink shadow-float backdrop:bg-black/40"
    >
      <form onSubmit={(event) => void start(event)} className="flex flex-col gap-4" noValidate>
        <h2 id={headingId} className="font-medium">
          {t("title")}
        </h2>
        <ProfileSelect profiles={profiles} value={profileId} onChange={setProfileId} />
        <PromptField value={prompt} onChange={setPrompt} />
        <p role="alert" className="prose-text text-meta text-bad empty:hidden">
          {error}
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={() => dialog.current?.close()}>
            {common("back")}
          </Button>
          <Button type="submit" variant="primary" data-testid="launch-start" blocked={busy}>
            {busy && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
            {t(busy ? "starting" : "start")}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
