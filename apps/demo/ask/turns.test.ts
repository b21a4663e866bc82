import type { AskMessage } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import { newsOf } from "./news.ts";
import { turnsOf } from "./turns.ts";

const asked = (id: string): AskMessage => ({ id, role: "user", text: "?", settings: {} });
const answered = (id: string, ...figures: number[]): AskMessage => ({
  id,
  role: "assistant",
  text: "Two years [1].",
  citations: figures.map((index) => ({ index })),
  structuredOutput: undefined,
  status: "done",
  answer: undefined,
  error: undefined,
});

it("pairs questions with answers and numbers the figures through the conversation", () => {
  const turns = turnsOf([
    asked("a"),
    answered("b", 1, 2, 3),
    asked("c"),
    answered("d"),
    asked("e"),
    answered("f", 1),
    asked("g"),
  ]);
  expect(turns.map(({ question, answer, offset }) => [question.id, answer?.id, offset])).toEqual([
    ["a", "b", 0],
    ["c", "d", 3],
    ["e", "f", 3],
    ["g", undefined, 4],
  ]);
});

it("reads out an answer without its figures", () => {
  const [, answer] = [asked("a"), answered("b", 1)];
  expect(answer?.role === "assistant" && newsOf(answer)).toBe("Two years. 1 citation.");
  expect(newsOf(undefined)).toBe("");
});
