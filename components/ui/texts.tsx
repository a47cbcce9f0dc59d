import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Namespace } from "@/lib/i18n/namespaces";
import { MoreTexts } from "./more-texts";

/**
 * Sends more parts of the texts to the browser, for what is below. Only what client components say is needed there: server
 * components find all texts by themselves.
 */
export async function Texts({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  const messages = await getMessages();
  const picked = Object.fromEntries(of.map((namespace) => [namespace, messages[namespace]]));
  return <MoreTexts messages={picked}>{children}</MoreTexts>;
}
