import { z } from "zod";
import type { QuestionView } from "@/lib/views";

/** A question as an agent asked it, after normalization: every id present and unique. */
export interface Question {
  readonly id: string;
  readonly title: string;
  readonly prompt: string;
  readonly options: readonly {
    readonly option_id: string;
    readonly label: string;
    readonly description: string;
  }[];
}

const textOrEmpty = z.string().catch("");

const optionSchema = z.object({ option_id: textOrEmpty, label: textOrEmpty, description: textOrEmpty });

/** Rows are written by several hands: whatever cannot be read becomes '' or [] (L4a, L15), never an error. */
const rowSchema = z.object({
  question_id: textOrEmpty,
  status: z.unknown().optional(),
  question: z
    .object({
      title: textOrEmpty,
      prompt: textOrEmpty,
      options: z
        .array(z.unknown())
        .catch([])
        .transform((options) =>
          options.flatMap((option) => {
            const parsed = optionSchema.safeParse(option);
            return parsed.success ? [parsed.data] : [];
          }),
        ),
    })
    .catch({ title: "", prompt: "", options: [] }),
  context: textOrEmpty,
});

export interface RowQuestion {
  readonly view: QuestionView;
  readonly context: string;
}

const EMPTY = {
  question_id: "",
  status: undefined,
  question: { title: "", prompt: "", options: [] },
  context: "",
};

/** The question in a `clarification_request` row's metadata. An absent status reads as `pending`, any other as it is (D3). */
export function readQuestion(metadata: unknown): RowQuestion {
  const row = rowSchema.catch(EMPTY).parse(metadata);
  const status =
    row.status === undefined || row.status === null || row.status === "" ? "pending" : row.status;
  return {
    view: {
      question_id: row.question_id,
      title: row.question.title,
      prompt: row.question.prompt,
      status: typeof status === "string" ? status : JSON.stringify(status),
      options: row.question.options,
    },
    context: row.context,
  };
}
