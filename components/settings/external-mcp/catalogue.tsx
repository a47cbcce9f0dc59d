import { ChevronRight, Eye, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ToolGroupView } from "@/lib/views";

/** Every tool that the endpoint registers, under its heading. */
export function Catalogue({ groups }: { groups: readonly ToolGroupView[] }) {
  const t = useTranslations("externalMcp.catalogue");
  const count = groups.reduce((sum, { tools }) => sum + tools.length, 0);
  return (
    <section aria-labelledby="tools-heading" className="mt-8">
      <h2 id="tools-heading" className="font-semibold">
        {t("heading")}
      </h2>
      <p className="mt-1 text-muted" data-testid="tool-count" data-count={count}>
        {t("count", { count, groups: groups.length })}
      </p>
      <div className="mt-2 border-t border-line">
        {groups.map(({ id, title, tools }) => (
          <details key={id} open={id === "questions"} className="group border-b border-line" data-group={id}>
            <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-md py-1.5 font-medium hover:bg-hover pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
              <ChevronRight
                size={16}
                className="shrink-0 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
                aria-hidden
              />
              {title}
              <span className="font-normal text-muted tabular-nums">{tools.length}</span>
            </summary>
            <ul className="pb-2 ps-5.5">
              {tools.map((tool) => (
                <li key={tool.name} className="py-1.5" data-tool={tool.name}>
                  <p className="flex flex-wrap items-baseline gap-x-2">
                    <span className="font-medium">{tool.title}</span>
                    <code className="font-mono text-meta [overflow-wrap:anywhere] text-muted">
                      {tool.name}
                    </code>
                    {tool.readOnly && (
                      <span className="inline-flex items-center gap-1 text-meta text-muted">
                        <Eye size={12} aria-hidden />
                        {t("readOnly")}
                      </span>
                    )}
                    {tool.destructive && (
                      <span className="inline-flex items-center gap-1 text-meta text-bad">
                        <TriangleAlert size={12} aria-hidden />
                        {t("destructive")}
                      </span>
                    )}
                  </p>
                  <p className="text-meta text-muted">{tool.description}</p>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </section>
  );
}
