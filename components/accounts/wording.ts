/** A sentence for why signing in through the provider failed, by the code in the address; undefined for another code. */
function providerWords(code: string, provider: string): string | undefined {
  switch (code) {
    case "OidcNoEmail":
      return `${provider} did not tell a verified e-mail address for you. Verify it there, or ask whoever runs this server for an account.`;
    case "OidcDisabled":
    case "AccessDenied":
      return "This account may not sign in. Ask whoever runs this server.";
    case "OidcOtherPerson":
      return `The account with your e-mail address belongs to somebody else at ${provider}. Ask whoever runs this server.`;
    case "OidcNotSetUp":
      return "This server has no account yet. Open its first-run page and create one.";
    case "OAuthSignin":
      return `${provider} could not be reached. Try again; if it stays so, the server's log has the reason.`;
    case "OAuthCallback":
    case "OAuthCreateAccount":
    case "Callback":
    case "Configuration":
      return `${provider} did not complete the sign-in. Try again; if it stays so, the server's log has the reason.`;
    default:
      return undefined;
  }
}

/** What the address of the sign-in page says went wrong. Anybody can write an address, so only codes are believed. */
export function redirectProblem(error: string, provider: string): string {
  if (error === "") return "";
  return providerWords(error, provider) ?? "Signing in did not work. Try again.";
}

/** Why an e-mail address and a password did not sign in: one of next-auth's codes, or a sentence of our own server. */
export function credentialsProblem(error: string): string {
  if (error === "") return "";
  if (error === "CredentialsSignin") return "Wrong e-mail address or password.";
  if (error === "unreachable") return "The server could not be reached. Nothing you typed is lost.";
  if (!error.includes(" ")) return "Signing in did not work. Try again.";
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
}
