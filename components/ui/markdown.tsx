import { useTranslations } from "next-intl";
import { type ComponentProps, useId } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkBreaks from "remark-breaks";
import remarkGfm from "remark-gfm";
import type { Translate } from "@/lib/i18n/translate";

type Tag<T extends "a" | "img" | "p" | "input" | "pre" | "table"> = ComponentProps<T>;

/** An agent's heading must not join the page's outline. */
const Heading = ({ children }: Tag<"p">) => <p className="font-semibold">{children}</p>;

const components = (t: Translate<"common">): Components => ({
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }: Tag<"a">) => <OutsideLink href={href}>{children}</OutsideLink>,
  // Loading an image tells its host who reads this, and when: it is offered as a link instead.
  img: ({ src, alt }: Tag<"img">) => (
    <OutsideLink href={typeof src === "string" ? src : undefined}>
      {t("markdown.image", { name: alt === undefined || alt === "" ? t("markdown.untitled") : alt })}
    </OutsideLink>
  ),
  input: ({ checked }: Tag<"input">) => <span>{checked === true ? "☑ " : "☐ "}</span>,
  pre: ({ children }: Tag<"pre">) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }: Tag<"table">) => (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t("markdown.table")}>
      <table>{children}</table>
    </div>
  ),
});

function OutsideLink({ href, children }: Pick<Tag<"a">, "href" | "children">) {
  // The address of a dropped link (`javascript:` and the like) is ''.
  if (href === undefined || href === "") return <span>{children}</span>;
  if (href.startsWith("#")) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}

/**
 * Renders what an agent wrote: GitHub's Markdown with line breaks kept, raw HTML shown as text, nothing loaded from
 * elsewhere. Works in server components, which keeps the parser out of the browser.
 */
export function Markdown({ text }: { text: string }) {
  const id = useId();
  const t = useTranslations("common");
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, remarkBreaks]}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        components={components(t)}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
