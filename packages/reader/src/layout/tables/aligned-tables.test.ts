import { expect, test } from "vitest";
import { type Line, makeLine } from "../page/line.ts";
import { findAlignedTables } from "./aligned-tables.ts";

const font = { name: "Helvetica", weight: 400, italic: false, monospaced: false };

/**
 * Two columns that are too close for a table. This shows only at the end of each run. The test counts how often a
 * line's place is read.
 */
function countedRows(rows: number) {
  let looks = 0;
  const lines = Array.from({ length: rows * 2 }, (_, index): Line => {
    const [row, column] = [index >> 1, index & 1];
    const left = column * 22;
    const place = { left, top: row * 12, right: left + 20, bottom: row * 12 + 10 };
    const word = {
      text: "ab",
      ...place,
      ascent: 8,
      size: 10,
      font,
      direction: 0 as const,
      spaceBefore: true,
    };
    return Object.defineProperty(makeLine([word]), "left", {
      get() {
        looks += 1;
        return left;
      },
    });
  });
  return { lines, looks: () => looks };
}

test("the cost of looking for tables grows with the number of rows, not with its square", () => {
  const [few, many] = [countedRows(250), countedRows(2_000)];
  const found = [few, many].map(({ lines }) => findAlignedTables(lines));
  expect(many.looks() / few.looks()).toBeLessThan(2 * 8);
  // No line is lost, whatever was found.
  for (const [index, { tables, rest }] of found.entries()) {
    const inTables = tables.flatMap((table) => table.rows.flat().flatMap((cell) => cell.lines)).length;
    expect(inTables + rest.length).toBe([few, many][index]?.lines.length);
  }
});
