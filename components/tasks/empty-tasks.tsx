import { Plus } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "../ui/button";
import { DemoButton } from "./demo-button";

/** The first thing a new server shows: what this page is for, and the two ways to begin. */
export function EmptyTasks() {
  return (
    <div className="column py-16">
      <h2 className="text-lg font-semibold">No tasks yet</h2>
      <p className="mt-1 max-w-prose text-muted">
        A task is a conversation with one coding agent. When the agent is blocked on a question, the task
        comes to the top of this list with the question and how long the agent has waited. You answer here,
        and it goes on.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link href="/new" data-testid="new-task" className={buttonClass("primary")}>
          <Plus size={16} aria-hidden />
          New task
        </Link>
        <DemoButton />
      </div>
      <p className="mt-2 text-meta text-muted">
        The demo agent is a script and needs no model: it asks for permission, and asks you questions.
      </p>
    </div>
  );
}
