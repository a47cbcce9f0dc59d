import { describe, expect, it } from "vitest";
import { ANSWER_LIMIT_RUNES } from "@/lib/client/runes";
import type { QuestionView } from "@/lib/views";
import {
  assembleAnswers,
  countAnswered,
  type DraftAction,
  emptyDraft,
  firstUnanswered,
  fromStored,
  reduceDraft,
  toStored,
} from "./draft";

const question = (id: string, options = ["a", "b", "c"]): QuestionView => ({
  question_id: id,
  title: "",
  prompt: id,
  status: "pending",
  options: options.map((option) => ({ option_id: option, label: option, description: "" })),
});
const questions = [question("__proto__"), question("q2"), question("q3", [])];
const after = (...actions: DraftAction[]) => actions.reduce(reduceDraft, emptyDraft(questions));

describe("the draft of a bundle", () => {
  it("N8: lets one option replace another, and several stand side by side in the question's order", () => {
    const single = after(
      { type: "pick", index: 0, optionId: "c" },
      { type: "pick", index: 0, optionId: "a" },
    );
    expect(single.questions[0]?.selected).toEqual(["a"]);
    const several = after(
      { type: "several", index: 0, several: true },
      { type: "pick", index: 0, optionId: "c" },
      { type: "pick", index: 0, optionId: "a" },
    );
    expect(assembleAnswers(questions, several)[0]?.selected_options).toEqual(["a", "c"]);
    const back = reduceDraft(several, { type: "several", index: 0, several: false });
    expect(back.questions[0]?.selected).toEqual(["c"]);
  });

  it("N7: combines options with text, and choosing again takes an option back", () => {
    const both = after(
      { type: "text", index: 0, text: "and more" },
      { type: "pick", index: 0, optionId: "a" },
    );
    expect(assembleAnswers(questions, both)[0]).toEqual({
      question_id: "__proto__",
      selected_options: ["a"],
      custom_text: "and more",
    });
    expect(reduceDraft(both, { type: "pick", index: 0, optionId: "a" }).questions[0]?.selected).toEqual([]);
  });

  it("N6: sends one entry for each question in the bundle's order, whatever was answered first", () => {
    const draft = after(
      { type: "text", index: 2, text: "  words  " },
      { type: "pick", index: 1, optionId: "b" },
    );
    expect(assembleAnswers(questions, draft)).toEqual([
      { question_id: "__proto__", selected_options: [], custom_text: "" },
      { question_id: "q2", selected_options: ["b"], custom_text: "" },
      { question_id: "q3", selected_options: [], custom_text: "  words  " },
    ]);
  });

  it("W4, W4a: a text over the limit is no answer, even beside a chosen option", () => {
    const long = "😀".repeat(ANSWER_LIMIT_RUNES);
    const fits = after({ type: "pick", index: 0, optionId: "a" }, { type: "text", index: 0, text: long });
    expect([countAnswered(fits), firstUnanswered(fits)]).toEqual([1, 1]);
    const over = reduceDraft(fits, { type: "text", index: 0, text: `${long} ` });
    expect([countAnswered(over), firstUnanswered(over)]).toEqual([0, 0]);
  });

  it("takes blanks alone for no answer, and a step outside the bundle for its end", () => {
    expect(countAnswered(after({ type: "text", index: 0, text: " \n" }))).toBe(0);
    expect(after({ type: "go", step: 9 }).step).toBe(2);
    expect(after({ type: "go", step: -1 }).step).toBe(0);
  });

  it("comes back from storage, without what does not fit the bundle any more", () => {
    const draft = after(
      { type: "pick", index: 0, optionId: "a" },
      { type: "text", index: 2, text: "hi" },
      { type: "go", step: 2 },
    );
    const stored = toStored(questions, draft);
    expect(fromStored(questions, stored)).toEqual(draft);
    const other = [question("__proto__", ["x", "y"]), question("new"), question("q3", [])];
    expect(fromStored(other, stored).questions.map(({ selected, text }) => [selected, text])).toEqual([
      [[], ""],
      [[], ""],
      [[], "hi"],
    ]);
  });
});
