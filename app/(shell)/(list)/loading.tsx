import { useTranslations } from "next-intl";

const WIDTHS = ["w-1/2", "w-2/5", "w-3/5", "w-1/3", "w-2/5"];

/** The shape of the task list. */
export default function Loading() {
  const t = useTranslations("tasks");
  return (
    <div className="mx-auto max-w-5xl" role="status" aria-label={t("list.loading")}>
      <div className="h-11" />
      <ul aria-hidden className="animate-pulse border-t border-line">
        {WIDTHS.map((width, index) => (
          <li key={index} className="flex h-10 items-center gap-2.5 border-b border-line px-4">
            <span className="size-4 rounded-full bg-hover" />
            <span className={`h-3 rounded-sm bg-hover ${width}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}
