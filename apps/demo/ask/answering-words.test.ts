import { expect, it } from "vitest";
import { answeringWords } from "./answering-words.ts";

it("says how the service answers", () => {
  expect(answeringWords({ mode: "quotes", model: null })).toBe(
    "Answers are quotes: this service has no language model, so it does not calculate or conclude.",
  );
  expect(answeringWords({ mode: "model", model: "qwen3:8b" })).toBe("qwen3:8b writes the answers.");
  expect(answeringWords(undefined)).toBeUndefined();
});
