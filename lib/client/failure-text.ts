import type { Translate } from "@/lib/i18n/translate";
import type { Failure } from "./http";

const OWN = ["offline", "timeout", "unreachable", "unreadable", "status"] as const;

/** What the server refuses with a code that says enough. What it says is English, and stands behind the words for it. */
const REFUSED = [
  "unauthenticated",
  "forbidden",
  "not_found",
  "conflict",
  "not_active",
  "session_ended",
  "too_many_requests",
  "server_stopping",
  "unavailable",
  "internal_error",
] as const;

/** Why a request failed, in a sentence. */
export function failureText(t: Translate<"common">, { code, status, said }: Failure): string {
  const own = OWN.find((known) => known === code);
  if (said === "") return t(`failure.${own ?? "status"}`, { status });
  return t(`refused.${REFUSED.find((known) => known === code) ?? "other"}`, { said });
}
