import { expect, test } from "vitest";
import type { Element } from "./element.ts";
import { placeInElement } from "./place-in-element.ts";

const box = (top: number) => ({ left: 10, top, width: 100, height: 50 });
const table: Element = {
  elementId: "t",
  position: 3,
  type: "Table",
  text: "Order | Amount\nA-1 | 10\nA-2 | 20\nA-3 | 30",
  pageNumber: 4,
  boundingBox: box(700),
  metadata: {
    table_parts: [
      { page: 4, char_start: 0, bounding_box: box(700) },
      { page: 5, char_start: 24, bounding_box: box(40) },
      { page: 6, char_start: 33, bounding_box: null },
    ],
  },
};

test.each([
  ["Order", 4, box(700)],
  ["A-1", 4, box(700)],
  ["A-2", 5, box(40)],
  ["A-3", 6, null],
])("the row %s of a table over three pages has its own page and box", (row, pageNumber, boundingBox) => {
  expect(placeInElement(table, table.text.indexOf(row))).toEqual({ pageNumber, boundingBox });
});

test("any other element is in one place", () => {
  const { metadata, ...paragraph } = table;
  expect(placeInElement(paragraph, 30)).toEqual({ pageNumber: 4, boundingBox: box(700) });
});
