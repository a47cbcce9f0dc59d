import { z } from "zod";
import { isStorable } from "./ids";

/** A string that PostgreSQL can hold: without U+0000 and lone surrogates. */
export const storableText = z.string().refine(isStorable, "must not contain U+0000 or a lone surrogate");
