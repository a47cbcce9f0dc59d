import type { ReactNode } from "react";
import { LanguageSelect } from "../shell/language-select";
import { Logo } from "../shell/wordmark";

/** The frame of the pages before one is signed in: the product's name, what the page is for, one narrow column. */
export function FrontPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-96 px-4 pt-10 pb-12 sm:pt-[14vh]">
      <p className="flex items-center gap-2 font-semibold">
        <Logo />
        Kandev
      </p>
      <h1 className="mt-6 text-lg font-semibold">{title}</h1>
      {intro !== undefined && <p className="mt-1 text-muted">{intro}</p>}
      <div className="mt-5">{children}</div>
      <LanguageSelect className="mt-8 justify-center" />
    </main>
  );
}
