import fc from "fast-check";
import { expect, test } from "vitest";
import { createTermReader } from "./term-reader.ts";
import { termsOf } from "./terms.ts";

test("reads what termsOf reads, the first time and again", () => {
  const read = createTermReader();
  fc.assert(
    fc.property(fc.oneof(fc.lorem(), fc.string({ unit: "grapheme" })), (words) => {
      const text = `The connections of ${words}, constructor and __proto__.`;
      expect(read(text)).toEqual(termsOf(text));
      expect(read(text)).toEqual(termsOf(text));
    }),
  );
});

test("reads correctly after more words than it remembers", () => {
  const read = createTermReader();
  const text = Array.from({ length: 45_000 }, (_, number) => `word${number}s`).join(" ");
  expect(read(text)).toEqual(termsOf(text));
  expect(read("The connections")).toEqual(["connect"]);
});
