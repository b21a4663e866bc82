import { expect, it } from "vitest";
import { createBestSentence } from "./best-sentence.ts";

const texts = [
  { text: "Surety bonds", isTitle: true },
  { text: "The trustee keeps accounts. A bond protects the estate, and the surety pays.", isTitle: false },
  { text: "Bonds are renewed\neach year. The bond covers 150% of the average balances.", isTitle: false },
];
const passage = texts.map(({ text }) => text).join("\n");
const found = (query: string, within = passage) => {
  const place = createBestSentence(query)(within, texts);
  return place && texts[place.index]?.text.slice(place.span.start, place.span.end);
};

it("is the sentence that holds most of the query's words, the rare ones first", () => {
  expect(found("What does the bond cover?")).toBe("The bond covers 150% of the average balances.");
  expect(found("surety of a bond")).toBe("A bond protects the estate, and the surety pays.");
  expect(found("accounts of the trustee")).toBe("The trustee keeps accounts.");
});

it("is a title only where no sentence says as much", () => {
  expect(createBestSentence("kettles")("Kettles\nTea.", [{ text: "Kettles", isTitle: true }])).toMatchObject({
    index: 0,
  });
  expect(found("surety bonds")).toBe("A bond protects the estate, and the surety pays.");
});

it("stands in the passage, and is nothing where no word of the query does", () => {
  expect(found("bond covers", "A bond protects the estate, and the surety pays.")).toBe(
    "A bond protects the estate, and the surety pays.",
  );
  expect(found("zeppelin")).toBeUndefined();
});

it("holds a word of the query in another form, also one that begins with other letters", () => {
  const dying = { text: "The orchard is old. Dying trees stand in it.", isTitle: false };
  const place = createBestSentence("What dies?")(dying.text, [dying]);
  expect(place && dying.text.slice(place.span.start, place.span.end)).toBe("Dying trees stand in it.");
});
