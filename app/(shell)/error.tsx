"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

/** A page that could not be rendered. The reason is in the server's log; drafts are kept in the browser. */
export default function ErrorPage({ retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("shell.error");
  return (
    <div className="column py-16" role="alert">
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <p className="mt-1 mb-4 text-muted">{t("text")}</p>
      <Button variant="primary" onClick={retry}>
        {t("retry")}
      </Button>
    </div>
  );
}
