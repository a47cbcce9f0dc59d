import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";

/** The way back to the list, where the sidebar has no room. */
export function BackToTasks() {
  const t = useTranslations("shell");
  return (
    <Link
      href="/"
      prefetch={false}
      aria-label={t("allTasks")}
      className="flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden pointer-coarse:size-11"
    >
      <ArrowLeft size={16} aria-hidden />
    </Link>
  );
}

/** The row at the top of a page that is no task. */
export function PageHeader({ title }: { title: string }) {
  return (
    <header className="flex h-11 items-center gap-2 border-b border-line ps-1 pe-4 md:ps-4">
      <BackToTasks />
      <h1 className="font-semibold">{title}</h1>
    </header>
  );
}
