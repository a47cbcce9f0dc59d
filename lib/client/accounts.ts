import { signIn } from "next-auth/react";
import { deleteJson, postJson, serverAnswers } from "./http";

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly code?: string;
  readonly claim_workspace_ids: "all" | readonly string[];
}

/** Makes the first account of a new server. It is not signed in by that. */
export const createFirstAccount = (account: NewAccount) =>
  postJson("/api/v1/setup", account, ({ anything }) => anything);

/** Makes a personal access token; the value in the result is shown once. */
export const createToken = (token: { readonly name: string; readonly expires_in_days?: number }) =>
  postJson("/api/v1/auth/tokens", token, ({ createdSecret }) => createdSecret);

export const revokeToken = (id: string) =>
  deleteJson(`/api/v1/auth/tokens/${encodeURIComponent(id)}`, ({ anything }) => anything);

/** Why nobody was signed in: what next-auth says, or `unreachable`. */
export type SignInError = string;

/** Signs this browser in. Returns '' when it is, else why not; never throws. */
export async function signInWithPassword(credentials: {
  readonly email: string;
  readonly password: string;
}): Promise<SignInError> {
  try {
    // next-auth answers a server it cannot reach by leaving the page, with what was typed.
    if (!(await serverAnswers())) return "unreachable";
    const result = await signIn("credentials", { ...credentials, redirect: false });
    return result?.ok === true ? "" : (result?.error ?? "unreachable");
  } catch {
    return "unreachable";
  }
}

/** Leaves for the OpenID Connect provider, which sends the browser back to `callbackUrl`. False when it cannot. */
export async function signInElsewhere(providerId: string, callbackUrl: string): Promise<boolean> {
  try {
    if (!(await serverAnswers())) return false;
    await signIn(providerId, { callbackUrl });
    return true;
  } catch {
    return false;
  }
}
