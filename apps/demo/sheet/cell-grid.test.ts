import { expect, it } from "vitest";
import { cellsOfRow, layGrid, textAt } from "./cell-grid.ts";

const cell = (text: string, colSpan = 1, rowSpan = 1) => ({ text, colSpan, rowSpan });
const texts = (cells: readonly { text: string }[]) => cells.map(({ text }) => text);

const grid = layGrid(
  [
    [cell("Year"), cell("Paid", 2)],
    [cell("2024", 1, 3), cell("a"), cell("1")],
    [cell("b"), cell("2")],
    [cell("c"), cell("3")],
  ],
  1,
);

it("puts cells beside and below merged ones", () => {
  expect(grid.columnCount).toBe(3);
  expect(textAt(grid, 3, 0)).toBe("2024");
  expect(textAt(grid, 3, 2)).toBe("3");
  expect(textAt(grid, 9, 9)).toBe("");
});

it("draws a merged cell from the edge of the part that is shown", () => {
  const part = { top: 2, bottom: 4, left: 0, right: 3 };
  expect(cellsOfRow(grid, 2, part)[0]).toMatchObject({ text: "2024", rowSpan: 2 });
  expect(texts(cellsOfRow(grid, 3, part))).toEqual(["c", "3"]);
  const right = { top: 0, bottom: 1, left: 2, right: 3 };
  expect(cellsOfRow(grid, 0, right)).toMatchObject([{ text: "Paid", colSpan: 1 }]);
});

it("ends merged headings with the headings, and fills rows that are too short", () => {
  const uneven = layGrid([[cell("A", 1, 5), cell("B")], [cell("1")]], 1);
  expect(textAt(uneven, 1, 0)).toBe("1");
  expect(texts(cellsOfRow(uneven, 1, { top: 1, bottom: 2, left: 0, right: 2 }))).toEqual(["1", ""]);
});
