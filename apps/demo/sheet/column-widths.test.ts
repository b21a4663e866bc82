import { expect, it } from "vitest";
import { layGrid } from "./cell-grid.ts";
import { columnsBetween, columnsOf, offsetsOf } from "./column-widths.ts";

const cell = (text: string) => ({ text, colSpan: 1, rowSpan: 1 });

it("makes columns as wide as their texts, within bounds, and knows columns of numbers", () => {
  const grid = layGrid(
    [
      [cell("Paid"), cell("For"), cell("Id")],
      [cell("1,284.00 €"), cell("x".repeat(900)), cell("")],
      [cell(""), cell("2"), cell("")],
    ],
    1,
  );
  const columns = columnsOf(grid);
  expect(columns.map(({ isNumeric }) => isNumeric)).toEqual([true, false, false]);
  expect(columns[1]?.width).toBe(320);
  expect(columns[2]?.width).toBe(56);
});

it("finds the columns that are in view", () => {
  const offsets = offsetsOf([100, 100, 100, 100].map((width) => ({ width, isNumeric: false })));
  expect(columnsBetween(offsets, 150, 260)).toEqual({ left: 1, right: 3 });
  expect(columnsBetween(offsets, 0, 5_000)).toEqual({ left: 0, right: 4 });
  expect(columnsBetween(offsets, 9_000, 9_100)).toEqual({ left: 3, right: 4 });
});
