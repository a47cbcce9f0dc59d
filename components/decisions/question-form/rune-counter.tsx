"use client";

import { useEffect } from "react";
import { announce } from "@/lib/client/announce";
import { ANSWER_LIMIT_RUNES, COUNTER_FROM_RUNES, countRunes, runesOverLimit } from "@/lib/client/runes";

const number = new Intl.NumberFormat("en");

/** "1,840 / 2,000" once the limit comes near, and by how much a text is over it (W4a). */
export function RuneCounter({ id, text }: { id: string; text: string }) {
  const over = runesOverLimit(text);
  const isOver = over > 0;

  useEffect(() => {
    if (isOver) announce(`Too long: the limit is ${number.format(ANSWER_LIMIT_RUNES)} characters.`);
  }, [isOver]);

  const count = countRunes(text);
  return (
    <p id={id} data-testid="question-counter" className="text-end text-xs tabular-nums not-empty:pt-1.5">
      {isOver ? (
        <span className="font-medium text-bad">
          {`${number.format(over)} ${over === 1 ? "character" : "characters"} over the limit of ${number.format(ANSWER_LIMIT_RUNES)}`}
        </span>
      ) : (
        count > COUNTER_FROM_RUNES && (
          <span className="text-muted">{`${number.format(count)} / ${number.format(ANSWER_LIMIT_RUNES)}`}</span>
        )
      )}
    </p>
  );
}
