import Link from "next/link";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";

export default function NotFound() {
  const t = useTranslations("shell");
  return (
    <div className="column py-16">
      <h1 className="text-lg font-semibold">{t("notFound.title")}</h1>
      <p className="mt-1 mb-4 text-muted">{t("notFound.task")}</p>
      <Link href="/" className={buttonClass("primary")}>
        {t("allTasks")}
      </Link>
    </div>
  );
}
