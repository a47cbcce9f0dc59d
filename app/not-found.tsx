import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("notFound.title") };
}

export default function NotFound() {
  const t = useTranslations("shell");
  return (
    <main className="column py-16">
      <h1 className="text-lg font-semibold">{t("notFound.title")}</h1>
      <p className="mt-1 mb-4 text-muted">{t("notFound.page")}</p>
      {/* Every page loads this one's code too: with a link of Next, 3 KB more. */}
      {/* eslint-disable-next-line @next/next/no-html-link-for-pages */}
      <a href="/" className={buttonClass("primary")}>
        {t("allTasks")}
      </a>
    </main>
  );
}
