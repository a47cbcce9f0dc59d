import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { NewTaskForm } from "@/components/tasks/new-task-form";

export const metadata: Metadata = { title: "New task" };

export default function NewTaskPage() {
  return (
    <>
      <header className="flex h-11 items-center gap-2 border-b border-line ps-1 pe-4 md:ps-4">
        <Link
          href="/"
          prefetch={false}
          aria-label="All tasks"
          className="flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden pointer-coarse:size-11"
        >
          <ArrowLeft size={16} aria-hidden />
        </Link>
        <h1 className="font-semibold">New task</h1>
      </header>
      <div className="column py-6">
        <p className="mb-4 text-muted">
          A task is a conversation with one coding agent. The next page shows how to connect yours.
        </p>
        <NewTaskForm />
      </div>
    </>
  );
}
