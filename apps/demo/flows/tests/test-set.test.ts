import { expect, test } from "vitest";
import { expectNow } from "./test-set.ts";

const came = { question: "How much?", expected: {}, passes: false, measures: {} };
const passage = { id: "p", content: "0.95 kg", source: "sheet.pdf", page: 2, score: 0.5 };
const config = { questions: [{ question: "How much?", answer: "0.85 kg", sources: ["old.pdf"] }, "Who?"] };

test("takes the answer and keeps the rest, or the source where nobody writes", () => {
  expect(expectNow(config, { ...came, answer: "0.95 kg", passages: [] })).toEqual({
    questions: [{ question: "How much?", answer: "0.95 kg", sources: ["old.pdf"] }, { question: "Who?" }],
  });
  expect(expectNow(config, { ...came, answer: null, passages: [passage] })).toEqual({
    questions: [{ question: "How much?", sources: ["sheet.pdf"] }, { question: "Who?" }],
  });
});
