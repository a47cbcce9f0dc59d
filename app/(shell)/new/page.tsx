import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHeader } from "@/components/shell/page-header";
import { NewTaskForm } from "@/components/tasks/new-task-form";
import { listProfiles } from "@/lib/agents/list-profiles";
import { pageRead } from "@/lib/http/page-context";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("newTask") };
}

export default async function NewTaskPage() {
  const [{ agent_profiles: profiles }, t, shell] = await Promise.all([
    pageRead(listProfiles),
    getTranslations("tasks.new"),
    getTranslations("shell"),
  ]);
  return (
    <>
      <PageHeader title={shell("newTask")} />
      <div className="column py-6">
        <p className="mb-4 text-muted">{t("intro")}</p>
        <NewTaskForm profiles={profiles} />
      </div>
    </>
  );
}
