import type { Translate } from "@/lib/i18n/translate";

type Texts = Translate<"accounts">;

/** A sentence for why signing in through the provider failed, by the code in the address; undefined for another code. */
function providerWords(t: Texts, code: string, provider: string): string | undefined {
  switch (code) {
    case "OidcNoEmail":
      return t("provider.noEmail", { provider });
    case "OidcDisabled":
    case "AccessDenied":
      return t("provider.refused");
    case "OidcOtherPerson":
      return t("provider.otherPerson", { provider });
    case "OidcNotSetUp":
      return t("provider.notSetUp");
    case "OAuthSignin":
      return t("provider.unreachable", { provider });
    case "OAuthCallback":
    case "OAuthCreateAccount":
    case "Callback":
    case "Configuration":
      return t("provider.incomplete", { provider });
    default:
      return undefined;
  }
}

/** What the address of the sign-in page says went wrong. Anybody can write an address, so only codes are believed. */
export function redirectProblem(t: Texts, error: string, provider: string): string {
  if (error === "") return "";
  return providerWords(t, error, provider) ?? t("signIn.failed");
}

/** Why an e-mail address and a password did not sign in: one of next-auth's codes, or a sentence of our own server. */
export function credentialsProblem(t: Texts, error: string): string {
  if (error === "") return "";
  if (error === "CredentialsSignin") return t("signIn.wrong");
  if (error === "unreachable") return t("signIn.unreachable");
  const [, minutes] = /^too many attempts; try again in (\d+) minutes?$/.exec(error) ?? [];
  if (minutes !== undefined) return t("signIn.tooMany", { minutes: Number(minutes) });
  if (!error.includes(" ")) return t("signIn.failed");
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
}
