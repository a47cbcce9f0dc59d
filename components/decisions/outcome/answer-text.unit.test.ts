import { expect, it } from "vitest";
import { answersToCopy, answerTexts } from "./answer-text";
import { openBundle } from "./fixtures";

const { questions } = openBundle("p");

it("writes labels for option ids, the id where no option has it, and keeps the lines of a text", () => {
  const answers = [{ question_id: "q1", selected_options: ["b", "gone"], custom_text: " two\nlines " }];
  expect(answerTexts(questions, answers)).toEqual([
    { prompt: "Which?", labels: ["Beta", "gone"], text: "two\nlines" },
  ]);
  expect(answersToCopy(questions, answers)).toBe("Beta, gone\ntwo\nlines");
});

it("copies nothing where nothing was answered", () => {
  expect(answersToCopy(questions, [])).toBe("");
});
