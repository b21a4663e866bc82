import { expect, it } from "vitest";
import { quietRow } from "./quiet-row.ts";

/** A picture of ten columns: a letter for each row, "x" for a row with text. */
const pictureOf = (rows: string) => {
  const width = 10;
  const data = [...rows].flatMap((row) =>
    Array.from({ length: width }, (_, column) =>
      row === "x" && column % 2 ? 0 : row === "g" ? 200 : 255,
    ).flatMap((value) => [value, value, value, 255]),
  );
  return { data, width, height: rows.length };
};

it("finds the middle of the gap between two lines that is nearest to where the cut was wanted", () => {
  const picture = pictureOf("xxx...xxx...xxx");
  expect(quietRow(picture, 7, 3, 12)).toBe(4);
  expect(quietRow(picture, 8, 3, 12)).toBe(10);
  expect(quietRow(picture, 4, 3, 12)).toBe(4);
});

it("takes a grey ground for empty, and what is wanted where there is nothing else", () => {
  expect(quietRow(pictureOf("xxgggxx"), 1, 0, 6)).toBe(3);
  expect(quietRow(pictureOf("xxxxxxx"), 3, 1, 5)).toBe(3);
  expect(quietRow(pictureOf("......."), 40, 0, 60)).toBe(3);
});
