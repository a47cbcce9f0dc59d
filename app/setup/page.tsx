import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { FrontPage } from "@/components/accounts/front-page";
import { SetUpForm } from "@/components/accounts/set-up-form";
import { PASSWORD_LENGTH } from "@/lib/auth/password";
import { publicRead } from "@/lib/http/page-context";
import { isSetUp, listOwnerlessNames, setUpCode } from "@/lib/users/set-up";

export const metadata: Metadata = { title: "First run" };

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
  return (
    <FrontPage
      title="Create your account"
      intro="It is the first one on this server, and its admin. More people are added later."
    >
      <SetUpForm passwordLength={PASSWORD_LENGTH} {...found} />
    </FrontPage>
  );
}
