import { expect, it } from "vitest";
import { layGrid } from "./cell-grid.ts";
import { joinTables } from "./join-tables.ts";
import { quotedCell } from "./quoted-cell.ts";

const table = joinTables([
  {
    element: { element_id: "e1", text: "", metadata: {} },
    grid: layGrid(
      [
        ["Kind", "Paid", "Note"],
        ["Wages", "640.00", ""],
        ["Reserve", "18,500.00", "Minute 7"],
        ["Wages", "640.00", "again"],
      ].map((cells) => cells.map((text) => ({ text, colSpan: 1, rowSpan: 1 }))),
      1,
    ),
  },
]);

it("is the cell that says just the words, else the row of which most is quoted", () => {
  expect(quotedCell(table, "e1", "18,500.00")).toEqual({ row: 2, column: 1 });
  expect(quotedCell(table, "e1", "Reserve\t18,500.00\tMinute 7")).toEqual({ row: 2, column: 0 });
  expect(quotedCell(table, "e1", "Kind Paid Note Wages 640.00 again")).toEqual({ row: 3, column: 0 });
});

it("is nothing for words of no row, of a heading, and of another element", () => {
  expect(quotedCell(table, "e1", "Harvest")).toBeUndefined();
  expect(quotedCell(table, "e1", "Kind")).toBeUndefined();
  expect(quotedCell(table, "e2", "18,500.00")).toBeUndefined();
});
