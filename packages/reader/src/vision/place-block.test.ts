import { expect, it } from "vitest";
import { block } from "../../testing/fixtures/fake-vision.ts";
import { createPlacer } from "./place-block.ts";

/** Words of a line of ten points height, each fifty wide. */
const line = (text: string, row: number) =>
  text.split(" ").map((word, index) => ({
    text: word,
    left: index * 50,
    top: row * 10,
    right: index * 50 + 40,
    bottom: row * 10 + 10,
  }));

const words = [
  ...line("Tides and boats", 0),
  ...line("High water is at nine, and low", 2),
  ...line("water at three.", 3),
  ...line("High water is at noon", 5),
];

it("answers the box around a block's words, over lines and marks", () => {
  const place = createPlacer(words);
  expect(place(block("NarrativeText", "High water is at nine, and low water at three."))).toEqual({
    left: 0,
    top: 20,
    width: 340,
    height: 20,
  });
  // The first place is taken.
  expect(place(block("NarrativeText", "High water is at noon"))?.top).toBe(50);
});

it("finds tables by their cells", () => {
  const rows = [
    ["High water", "is at"],
    ["noon", ""],
  ];
  expect(createPlacer(words.slice(-5))(block("Table", "", { rows }))?.top).toBe(50);
});

it.each([["Something else that is not on the page"], ["at"], [""]])("finds no place for %j", (text) => {
  expect(createPlacer(words)(block("NarrativeText", text))).toBeNull();
});
