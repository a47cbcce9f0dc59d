import type { Messages, NamespaceKeys, NestedKeyOf, useTranslations } from "next-intl";

/** What `useTranslations` returns, for functions that are given it. */
export type Translate<N extends NamespaceKeys<Messages, NestedKeyOf<Messages>>> = ReturnType<
  typeof useTranslations<N>
>;
