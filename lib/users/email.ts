import { z } from "zod";

/** An address as it is stored: trimmed, lower case, at most 254 characters (RFC 5321). */
export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "must have at most 254 characters")
  .pipe(z.email("must be an e-mail address"));
