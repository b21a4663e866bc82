import type { RunCase } from "@headwater/spec";
import { expect, test } from "vitest";
import { comparedQuestions, questionsGist } from "./compared-questions.ts";

const passages = (...ids: string[]) =>
  ids.map((id) => ({ id, content: id, source: `${id}.md`, page: null, score: 0.5 }));
const asked = (
  question: string,
  ndcg: number | null,
  found: string[],
  more: Partial<RunCase> = {},
): RunCase => ({
  ...{ question, expected: { sources: ["right.md"] }, passes: true, measures: { ndcg } },
  ...{ answer: null, passages: passages(...found) },
  ...more,
});

test("tells what became of each question that both asked", () => {
  const compared = comparedQuestions(
    [
      asked("Better?", 0.6, ["x", "right"]),
      asked("Worse?", 1, ["right", "x", "y"]),
      asked("Gone?", 1, ["right"]),
      asked("Same?", 1, ["right"]),
      asked("Reworded?", null, ["right"], { answer: "one" }),
    ],
    [
      asked("Better?", 0.9, ["right", "z"]),
      asked("Worse?", 0.6, ["x", "y", "right"]),
      asked("Same?", 1, ["right"]),
      asked("Reworded?", null, ["right"], { answer: "two" }),
      asked("New?", 1, ["right"]),
    ],
  );
  expect(compared.map(({ question, became, words }) => [question, became, words])).toEqual([
    ["Better?", "better", "1 gained, 1 lost, 1 moved"],
    ["Worse?", "worse", "right passage from 1 to 3"],
    ["Same?", "same", "nothing"],
    ["Reworded?", "changed", "another answer"],
  ]);
  expect(questionsGist(compared)).toBe(
    "of 4 questions 1 is answered better, 1 worse, 1 otherwise, 1 as before",
  );
});

test("whether it passes counts more than its rank", () => {
  const [only] = comparedQuestions(
    [asked("Q?", 0.9, ["right"], { passes: true })],
    [asked("Q?", 1, ["right"], { passes: false })],
  );
  expect(only?.became).toBe("worse");
  expect(questionsGist(only ? [only] : [])).toBe("the one question is answered worse");
  expect(questionsGist([])).toBe("no question was asked in both");
});
