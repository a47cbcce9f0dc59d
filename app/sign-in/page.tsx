import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { FrontPage } from "@/components/accounts/front-page";
import { SignInForm } from "@/components/accounts/sign-in-form";
import { redirectProblem } from "@/components/accounts/wording";
import { Texts } from "@/components/ui/texts";
import { OIDC_PROVIDER_ID } from "@/lib/auth/auth-options";
import { publicRead } from "@/lib/http/page-context";
import { returnPath } from "@/lib/http/return-path";
import { isSetUp } from "@/lib/users/set-up";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("accounts"))("signIn.title") };
}

const query = z.object({ from: z.string().catch("/"), error: z.string().catch("") });

/** Where somebody without a session ends up, and returns from to the page that was asked for. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<unknown> }) {
  const { from, error } = query.parse(await searchParams);
  const { env, signedIn, setUp } = await publicRead(async (app, actor) => ({
    env: app.env,
    signedIn: actor !== undefined,
    setUp: await isSetUp(app.db),
  }));
  if (env.KANDEV_AUTH === "disabled") redirect("/");
  if (signedIn) redirect(returnPath(from));
  if (!setUp) redirect("/setup");
  const name = env.KANDEV_OIDC_NAME;
  const t = await getTranslations("accounts");
  return (
    <FrontPage title={t("signIn.title")}>
      <Texts of={["accounts"]}>
        <SignInForm
          from={returnPath(from)}
          problem={redirectProblem(t, error, name)}
          provider={env.KANDEV_OIDC_ISSUER === undefined ? null : { id: OIDC_PROVIDER_ID, name }}
        />
      </Texts>
    </FrontPage>
  );
}
