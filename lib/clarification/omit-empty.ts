import type { ResponseView } from "@/lib/views";

/** The response as the asking agent gets it: empty keys are left out (contract 5). */
export interface AgentResponse {
  readonly pending_id: string;
  readonly answers?: readonly {
    readonly question_id: string;
    readonly selected_options?: readonly string[];
    readonly custom_text?: string;
  }[];
  readonly rejected?: true;
  readonly reject_reason?: string;
  readonly responded_at: string;
}

/** Drops what is empty; every selected option id is passed on. */
export const omitEmpty = (response: ResponseView): AgentResponse => ({
  pending_id: response.pending_id,
  ...(response.answers.length > 0 && {
    answers: response.answers.map((answer) => ({
      question_id: answer.question_id,
      ...(answer.selected_options.length > 0 && { selected_options: answer.selected_options }),
      ...(answer.custom_text !== "" && { custom_text: answer.custom_text }),
    })),
  }),
  ...(response.rejected && { rejected: true as const }),
  ...(response.reject_reason !== "" && { reject_reason: response.reject_reason }),
  responded_at: response.responded_at,
});
