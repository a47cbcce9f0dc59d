import { z } from "zod";
import { storableText } from "@/lib/text";

/** The question fields that the ask tool and `POST /request` share; counts and ids are checked by `normalizeQuestions`. */
export const questionsField = z
  .array(
    z.object({
      id: storableText.optional().describe("Key of the answer; q1, q2, ... by default"),
      title: storableText.optional().describe("Short heading, a word or two"),
      prompt: storableText.describe("The question, Markdown allowed"),
      options: z
        .array(
          z.object({
            option_id: storableText.optional().describe("q1_opt1, ... by default"),
            label: storableText.describe("What the person picks"),
            description: storableText.describe("What picking it means"),
          }),
        )
        .describe("2 to 6 options; the person can always answer in own words instead"),
    }),
  )
  .describe("1 to 4 questions, shown together");

export const contextFields = {
  context: storableText
    .optional()
    .describe("What the person must know to decide; plain storableText, shown once above the questions"),
  context_paragraphs: z.array(storableText).optional().describe("The same in paragraphs; wins over context"),
};
