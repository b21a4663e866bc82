import { expect, it } from "vitest";
import type { Passage } from "../../answering/answerer.ts";
import { candidateSentences } from "./candidate-sentences.ts";
import { patterns } from "./extraction/read-value.ts";
import { createWordReader } from "./word-reader.ts";

/** A pattern that is tried from each letter of a word takes the square of its length: ten minutes for this one. */
const word = "x".repeat(600_000);

it("looks for an address within an endless word in one pass", () => {
  expect(patterns.email.test(word)).toBe(false);
  expect(patterns.email.exec(`${word} jane.miller+news@mail.example.org`)?.[0]).toBe(
    "jane.miller+news@mail.example.org",
  );
});

it("makes candidates of a passage with an endless word in one pass", () => {
  const named = { fileId: "f", fileName: "f.txt", sectionTitle: "", elementType: "NarrativeText" };
  const passage = {
    ...named,
    elementId: "e",
    pageNumber: 1,
    sectionNumber: 1,
    text: `${word} end.`,
    score: 1,
  };
  expect(candidateSentences([passage as Passage], createWordReader(null))).toEqual(expect.any(Array));
});
