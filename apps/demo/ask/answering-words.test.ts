import { expect, it } from "vitest";
import { limitWords, modeWords } from "./answering-words.ts";

it("says how the service answers", () => {
  expect(modeWords({ mode: "quotes", model: null })).toBe("Quotes from your sources; no model is set up.");
  expect(modeWords({ mode: "model", model: "qwen3:8b" })).toBe("Answers by qwen3:8b, citations checked.");
  expect(modeWords(undefined)).toBeUndefined();
});

it("says what it cannot do", () => {
  expect(limitWords({ mode: "quotes", model: null })).toMatch(/without a language model.*does not calculate/);
  expect(limitWords({ mode: "model", model: "qwen3:8b" })).toMatch(/^qwen3:8b writes.*unverified/);
  expect(limitWords(undefined)).toBeUndefined();
});
