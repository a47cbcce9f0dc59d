import type { Metadata } from "next";
import { PageHeader } from "@/components/shell/page-header";
import { NewTaskForm } from "@/components/tasks/new-task-form";
import { listProfiles } from "@/lib/agents/list-profiles";
import { pageRead } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "New task" };

export default async function NewTaskPage() {
  const { agent_profiles: profiles } = await pageRead(listProfiles);
  return (
    <>
      <PageHeader title="New task" />
      <div className="column py-6">
        <p className="mb-4 text-muted">
          A task is a conversation with a coding agent. What it asks comes to you, and you answer here.
        </p>
        <NewTaskForm profiles={profiles} />
      </div>
    </>
  );
}
