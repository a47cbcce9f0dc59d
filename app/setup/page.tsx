import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { FrontPage } from "@/components/accounts/front-page";
import { SetUpForm } from "@/components/accounts/set-up-form";
import { Texts } from "@/components/ui/texts";
import { PASSWORD_LENGTH } from "@/lib/auth/password";
import { publicRead } from "@/lib/http/page-context";
import { isSetUp, listOwnerlessNames, setUpCode } from "@/lib/users/set-up";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("accounts.setUp"))("pageTitle") };
}

/** The first page of a new server with accounts: makes the admin. */
export default async function SetUpPage() {
  const found = await publicRead(async (app) => {
    if (app.env.KANDEV_AUTH === "disabled") return "no accounts";
    if (await isSetUp(app.db)) return "set up";
    const needsCode = setUpCode(app) !== undefined;
    const names = await listOwnerlessNames(app.db);
    return { needsCode, ownerless: { count: names.length, names: needsCode ? [] : names } };
  });
  if (found === "no accounts") notFound();
  if (found === "set up") redirect("/sign-in");
  const t = await getTranslations("accounts.setUp");
  return (
    <FrontPage title={t("title")} intro={t("intro")}>
      <Texts of={["accounts"]}>
        <SetUpForm passwordLength={PASSWORD_LENGTH} {...found} />
      </Texts>
    </FrontPage>
  );
}
