import { expect, it } from "vitest";
import { hiddenInWords, placesOf, rangeInWords } from "./sheet-places.ts";

const table = { headRows: 1, rowCount: 4, columnCount: 2 };

it("numbers the rows and columns of a range, without the hidden ones", () => {
  const metadata = { range: "Z4:AB8", hidden_rows: ["6"], hidden_columns: ["AA"] };
  expect(placesOf({ metadata }, table)).toEqual({ rows: [4, 5, 7, 8], columns: ["Z", "AB"] });
});

it("numbers the rows of a table that goes on, but not its repeated headings", () => {
  const { rows } = placesOf({ metadata: { range: "A1001:B1003" } }, table);
  expect([...(rows ?? [])]).toEqual([undefined, 1001, 1002, 1003]);
});

it("says nothing when the counts do not agree, or the range is not known", () => {
  const unknown = { rows: undefined, columns: undefined };
  expect(placesOf({ metadata: { range: "A1:C9" } }, table)).toEqual(unknown);
  expect(placesOf({ metadata: {} }, table)).toEqual(unknown);
  const cut = { range: "A1:B4", hidden_rows: ["9", "…"] };
  expect(placesOf({ metadata: cut }, table)).toEqual({ rows: undefined, columns: ["A", "B"] });
});

it("says in words what is hidden", () => {
  expect(hiddenInWords({ metadata: { hidden_rows: ["9-14"], hidden_columns: ["C"] } })).toBe(
    "Hidden in the workbook and not read: rows 9 to 14; column C.",
  );
  expect(hiddenInWords({ metadata: {} })).toBe("");
  expect(rangeInWords("A4:E21")).toBe("A4 to E21");
});
