import type { Metadata } from "next";
import { PageHeader } from "@/components/shell/page-header";
import { NewTaskForm } from "@/components/tasks/new-task-form";

export const metadata: Metadata = { title: "New task" };

export default function NewTaskPage() {
  return (
    <>
      <PageHeader title="New task" />
      <div className="column py-6">
        <p className="mb-4 text-muted">
          A task is a conversation with one coding agent. The next page shows how to connect yours.
        </p>
        <NewTaskForm />
      </div>
    </>
  );
}
