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

it("shows what was left out where it stood: before a bracket, within, and behind it", () => {
  const leftOut = [
    { at: 0, type: "header", text: "H" },
    { at: 4, type: "footer", text: "F" },
    { at: 8, type: "footer", text: "G" },
  ];
  const [first, second] = [
    { number: 0, text: "one two.", start: 0, end: 8, leftOut },
    { number: 1, text: "Three.", start: 10, end: 16 },
  ];
  expect(
    stretchesOf([first, second]).map(({ text, begins, ends, leftOut }) =>
      leftOut
        ? `-${leftOut.text}-`
        : `${begins.map(() => "[").join("")}${text}${ends.map(() => "]").join("")}`,
    ),
  ).toEqual(["-H-", "[one ", "-F-", "two.]", "-G-", "[Three.]"]);
});

it("shows what was left out of shared text once", () => {
  const [first, second] = [
    { number: 0, text: "one two", start: 0, end: 7 },
    { number: 1, text: "two three", start: 4, end: 13, leftOut: [{ at: 3, type: "footer", text: "F" }] },
  ];
  const texts = stretchesOf([first, second]).map(({ text, leftOut }) => leftOut?.text ?? text);
  expect(texts).toEqual(["one ", "two", "F", " three"]);
});
