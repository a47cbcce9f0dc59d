"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { announce } from "@/lib/client/announce";
import { ANSWER_LIMIT_RUNES, COUNTER_FROM_RUNES, countRunes, runesOverLimit } from "@/lib/client/runes";

/** "1,840 / 2,000" once the limit comes near, and by how much a text is over it (W4a). */
export function RuneCounter({ id, text }: { id: string; text: string }) {
  const t = useTranslations("decisions.counter");
  const over = runesOverLimit(text);
  const isOver = over > 0;

  useEffect(() => {
    if (isOver) announce(t("said", { limit: ANSWER_LIMIT_RUNES }));
  }, [isOver, t]);

  const count = countRunes(text);
  return (
    <p id={id} data-testid="question-counter" className="text-end text-xs tabular-nums not-empty:pt-1.5">
      {isOver ? (
        <span className="font-medium text-bad">{t("over", { over, limit: ANSWER_LIMIT_RUNES })}</span>
      ) : (
        count > COUNTER_FROM_RUNES && (
          <span className="text-muted">{t("count", { count, limit: ANSWER_LIMIT_RUNES })}</span>
        )
      )}
    </p>
  );
}
