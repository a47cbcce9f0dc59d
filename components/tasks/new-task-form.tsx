"use client";

import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useState, useSyncExternalStore, useTransition } from "react";
import { launchAgent } from "@/lib/client/agents";
import { announce } from "@/lib/client/announce";
import { requestRefresh } from "@/lib/client/live/live-store";
import { keepSecret } from "@/lib/client/session-secrets";
import { createSession, createTask } from "@/lib/client/tasks";
import type { AgentProfileView } from "@/lib/views";
import { Button, buttonClass } from "../ui/button";
import { FIELD } from "../ui/field";
import { GrowingTextarea } from "../ui/growing-textarea";
import { SubmitKeys } from "../ui/kbd";
import { isComposing } from "../ui/shortcut-scope";
import { useFailureText } from "../ui/use-failure-text";
import { ELSEWHERE, readLastChoice, writeLastChoice } from "./launch/last-choice";
import { ProfileSelect } from "./launch/profile-select";
import { PromptField } from "./launch/prompt-field";
import { WhoWorks } from "./launch/who-works";

const never = () => () => undefined;

/**
 * Makes a task and a session for an agent, then goes to the task: an agent of this server is at work there, for another one
 * its token is shown.
 */
export function NewTaskForm({ profiles }: { profiles: readonly AgentProfileView[] }) {
  const t = useTranslations("tasks.new");
  const common = useTranslations("common");
  const failureText = useFailureText();
  const router = useRouter();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [prompt, setPrompt] = useState("");
  const last = useSyncExternalStore(never, readLastChoice, () => "");
  const [chosen, setChosen] = useState("");
  const [profileId, setProfileId] = useState("");
  const profile = profiles.find(({ id }) => id === (profileId || last)) ?? profiles[0];
  const wanted = chosen || last || ELSEWHERE;
  const here = profile !== undefined && wanted !== ELSEWHERE;
  const [creating, setCreating] = useState(false);
  const [opening, startOpening] = useTransition();
  const [error, setError] = useState("");
  const busy = creating || opening;

  const create = async () => {
    if (busy) return;
    if (title.trim() === "") return setError(t("needsTitle"));
    setCreating(true);
    setError("");
    const task = await createTask({ title: title.trim(), ...(!here && { description }) });
    if (!task.ok) {
      setCreating(false);
      return setError(failureText(task.failure));
    }
    const { id } = task.value;
    writeLastChoice(here ? profile.id : ELSEWHERE);
    // Without a session the task page offers to make one, so a failure here loses nothing but the prompt.
    if (here) {
      const launched = await launchAgent(id, profile.id, prompt.trim());
      if (!launched.ok) announce(t("notStarted", { error: failureText(launched.failure) }));
    } else {
      const session = await createSession(id);
      if (session.ok) keepSecret(session.value.session.id, session.value.mcp);
    }
    setCreating(false);
    startOpening(() => router.push(`/tasks/${encodeURIComponent(id)}`));
    requestRefresh();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void create();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || isComposing(event)) return;
    event.preventDefault();
    void create();
  };

  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-4" noValidate>
      <div>
        <label htmlFor="title" className="mb-1 block font-medium">
          {t("title")}
        </label>
        <input
          id="title"
          data-testid="new-task-title"
          dir="auto"
          autoFocus
          autoComplete="off"
          className={FIELD}
          value={title}
          aria-invalid={error !== "" && title.trim() === "" ? true : undefined}
          aria-describedby="new-task-error"
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      {profiles.length > 0 && (
        <WhoWorks here={here} onChange={(next) => setChosen(next ? "here" : ELSEWHERE)} />
      )}
      {here ? (
        <>
          <ProfileSelect profiles={profiles} value={profile.id} onChange={setProfileId} />
          <PromptField value={prompt} onChange={setPrompt} />
        </>
      ) : (
        <div>
          <label htmlFor="description" className="mb-1 block font-medium">
            {t("description")} <span className="font-normal text-muted">{common("optional")}</span>
          </label>
          <GrowingTextarea
            id="description"
            data-testid="new-task-description"
            className={`${FIELD} max-h-80 min-h-20`}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </div>
      )}
      <p id="new-task-error" role="alert" className="prose-text text-meta text-bad empty:hidden">
        {error}
      </p>
      <div className="flex items-center gap-2">
        <Button type="submit" variant="primary" data-testid="new-task-create" blocked={busy}>
          {busy && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
          {t(busy ? "creating" : here ? "createAndStart" : "create")}
          {!busy && <SubmitKeys />}
        </Button>
        <Link href="/" className={buttonClass("ghost")}>
          {t("cancel")}
        </Link>
      </div>
    </form>
  );
}
