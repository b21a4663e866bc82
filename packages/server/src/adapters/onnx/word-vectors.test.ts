import { expect, test } from "vitest";
import { withoutFirst, wordVectors } from "./word-vectors.ts";

/** The vector of each token has its position in one number. */
const vectors = (tokens: string[]): Float32Array =>
  Float32Array.from(tokens.flatMap((_, at) => tokens.map((_, each) => Number(each === at))));

test.each([
  [["[CLS]", "who", "repairs", "the", "el", "##eva", "##tor", "?", "[SEP]"], "who repairs the elevator"],
  [
    ["<s>", "\u2581qui", "\u2581ré", "pare", "\u2581l", "'", "as", "censeur", "\u2581?", "</s>"],
    "qui répare l ascenseur",
  ],
  [["[CLS]", "e", "-", "mail", "##s", "[SEP]"], "e mails"],
  [["<s>", "\u2581", "2019", ",", "5", "</s>"], "2019 5"],
  [["[CLS]", "[SEP]"], ""],
])("joins %j to words", (tokens, words) => {
  expect(wordVectors(tokens, vectors(tokens), tokens.length).texts.join(" ")).toBe(words);
});

test("a word is the mean of its pieces, of length 1", () => {
  const tokens = ["[CLS]", "el", "##eva", "[SEP]"];
  const found = wordVectors(tokens, vectors(tokens), 4).vectors;
  expect([...found].map((value) => Number((2 * value ** 2).toFixed(4)))).toEqual([0, 1, 1, 0]);
});

test("the words of the model's prefix are none of the text", () => {
  const tokens = ["<s>", "\u2581query", ":", "\u2581ship", "</s>"];
  const words = wordVectors(tokens, vectors(tokens), tokens.length);
  const { texts, vectors: left } = withoutFirst(words, "query: ");
  expect(texts).toEqual(["ship"]);
  expect([...left]).toEqual([0, 0, 0, 1, 0]);
  expect(withoutFirst(words, "").texts).toEqual(["query", "ship"]);
});
