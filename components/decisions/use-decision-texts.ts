import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { DecisionTexts } from "./outcome/wording";

/** The texts about decisions, in the language of the page. */
export function useDecisionTexts(): DecisionTexts {
  const t = useTranslations("decisions");
  const common = useTranslations("common");
  return useMemo(() => ({ t, common }), [t, common]);
}
