import { z } from "zod";

/**
 * An address as it is stored: trimmed, lower case, at most 254 characters (RFC 5321). Checked before it is lowered: there are
 * letters outside ASCII whose small form is inside, and with them one address would become another person's.
 */
export const emailField = z
  .string()
  .trim()
  .max(254, "must have at most 254 characters")
  .pipe(z.email("must be an e-mail address").toLowerCase());
