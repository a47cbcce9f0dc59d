import { Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button";
import { DemoButton } from "./demo-button";

/** The first thing a new server shows: what this page is for, and the two ways to begin. */
export function EmptyTasks() {
  const t = useTranslations("tasks.empty");
  const shell = useTranslations("shell");
  return (
    <div className="column py-16">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="mt-1 max-w-prose text-muted">{t("text")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link href="/new" data-testid="new-task" className={buttonClass("primary")}>
          <Plus size={16} aria-hidden />
          {shell("newTask")}
        </Link>
        <DemoButton />
      </div>
      <p className="mt-2 text-meta text-muted">{t("demo")}</p>
    </div>
  );
}
