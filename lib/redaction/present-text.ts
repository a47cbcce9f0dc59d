import { redact } from "./redact";
import { visible } from "./visible";

/** A text as it may be shown; without `text` when it could not be made safe (spec "Failure modes", PR12). */
export interface PresentedText {
  readonly text?: string;
  /** Something was left out of it to protect a credential. */
  readonly redacted: boolean;
}

/** Masks credentials first, while invisible characters can still be seen through, then writes those out. Never throws. */
export function presentText(text: string): PresentedText {
  try {
    const { text: masked, redacted } = redact(text);
    return { text: visible(masked), redacted };
  } catch {
    return { redacted: true };
  }
}

/** The same where there must be some text. */
export const presented = (text: string): string =>
  presentText(text).text ?? "[left out: it could not be made safe to show]";
