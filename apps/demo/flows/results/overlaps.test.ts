import { expect, it } from "vitest";
import { stretchesOf } from "./overlaps.ts";

const chunks = (...texts: string[]) => texts.map((text, number) => ({ number, text }));
const drawn = (...texts: string[]) =>
  stretchesOf(chunks(...texts)).map(({ text, isShared, begins, ends }) =>
    [
      begins.map((number) => `[${number}`).join("") +
        (isShared ? `~${text}~` : text) +
        ends.map((number) => `${number}]`).join(""),
    ].join(),
  );

it("draws what two chunks share once", () => {
  expect(drawn("one two three", "three four")).toEqual(["[0one two ", "[1~three~0]", " four1]"]);
});

it("keeps chunks apart that share nothing", () => {
  expect(drawn("one.", "Two.", "Three.")).toEqual(["[0one.0]", "[1Two.1]", "[2Three.2]"]);
});

it("trusts offsets over a chance likeness", () => {
  const [first, second] = [
    { number: 1, text: "aa", start: 0, end: 2 },
    { number: 2, text: "ab", start: 2, end: 4 },
  ];
  expect(stretchesOf([first, second])).toHaveLength(2);
});
