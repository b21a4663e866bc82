import { expect, it } from "vitest";
import { placeQuote } from "./place-quote.ts";

const elements = [
  { text: "The bridge was planned\nin 1890." },
  { text: "" },
  { text: "It opened in 1894. It has six arches." },
];
const chunk = "The bridge was planned in 1890.\n\nIt opened in 1894. It has six arches.";
const placed = (quote: string, text = chunk, of = elements) => {
  const start = text.indexOf(quote);
  return placeQuote(text, of, { start, end: start + quote.length }).map(({ element, span }) =>
    span ? element.text.slice(span.start, span.end) : [element.text],
  );
};

it("finds a quote in the element that holds it, whatever the white space", () => {
  expect(placed("It has six arches.")).toEqual(["It has six arches."]);
  expect(placed("planned in 1890.")).toEqual(["planned\nin 1890."]);
});

it("names every element that a quote touches, in order", () => {
  expect(placed("in 1890.\n\nIt opened in 1894.")).toEqual(["in 1890.", "It opened in 1894."]);
});

it("finds a quote in an element of which the chunk holds a part", () => {
  expect(placed("It has six arches.", "1894. It has six arches.")).toEqual(["It has six arches."]);
});

it("says the element where the words can't be found in it", () => {
  expect(placed("six arches in all", "It has six arches in all")).toEqual([[elements[2]?.text]]);
  expect(placeQuote(chunk, [], { start: 0, end: 3 })).toEqual([]);
});

it("tells two elements of the same words apart", () => {
  const twice = [{ text: "Yes." }, { text: "Are you sure?" }, { text: "Yes." }];
  const text = "Yes.\n\nAre you sure?\n\nYes.";
  const [place] = placeQuote(text, twice, { start: text.length - 4, end: text.length });
  expect(place?.element).toBe(twice[2]);
});
