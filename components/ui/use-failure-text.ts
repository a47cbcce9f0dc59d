"use client";

import { useTranslations } from "next-intl";
import { failureText } from "@/lib/client/failure-text";
import type { Failure } from "@/lib/client/http";

/** The words for a failed request, in the language of the page. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTranslations("common");
  return (failure) => failureText(t, failure);
}
