import type { Element } from "@headwater/client";
import { expect, it } from "vitest";
import { layGrid, textAt } from "./cell-grid.ts";
import { goesOn, joinTables, type Piece } from "./join-tables.ts";

const piece = (rows: string[][], metadata: Element["metadata"] = {}): Piece => ({
  element: { text: "", metadata },
  grid: layGrid(
    rows.map((cells) => cells.map((text) => ({ text, colSpan: 1, rowSpan: 1 }))),
    1,
  ),
});
const first = piece([["Day"], ["1"]]);
const second = piece([["Day"], ["2"], ["3"]]);

it("joins tables that repeat their headings, with the headings once", () => {
  expect(goesOn(first, second)).toBe(true);
  const { grid, pieceOfRow } = joinTables([first, second]);
  expect(grid.slots).toHaveLength(4);
  expect(textAt(grid, 3, 0)).toBe("3");
  expect(pieceOfRow[3]).toBe(second);
});

it("joins tables of a sheet only when they go on from each other, and keeps their row numbers", () => {
  const top = piece([["Day"], ["1"]], { range: "A1:A2", first_row: 2 });
  const below = piece([["Day"], ["2"]], { range: "A3:A3", first_row: 3 });
  expect(goesOn(top, below)).toBe(true);
  expect([...(joinTables([top, below]).places.rows ?? [])]).toEqual([1, 2, 3]);
  expect(goesOn(top, piece([["Day"], ["2"]], { range: "C9:C10" }))).toBe(false);
});

it("keeps tables with other headings apart", () => {
  expect(goesOn(first, piece([["Night"], ["2"]]))).toBe(false);
});
