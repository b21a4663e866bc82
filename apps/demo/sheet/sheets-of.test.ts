import { expect, it } from "vitest";
import { hiddenSheetsOf, isWorkbook, sheetsOf } from "./sheets-of.ts";

const title = (page_number: number, metadata: Record<string, unknown>) => ({ page_number, metadata });

it("takes the names of sheets from their first titles, in the order of the workbook", () => {
  const titles = [
    title(3, { sheet: "Harvest" }),
    title(1, { sheet: "Summary", hidden_sheets: ["Rates"] }),
    title(1, { sheet: "Summary", range: "A1" }),
    title(4, {}),
  ];
  expect(sheetsOf(titles)).toEqual([
    { page: 1, name: "Summary" },
    { page: 3, name: "Harvest" },
  ]);
  expect(hiddenSheetsOf(titles)).toEqual(["Rates"]);
});

it("shows workbooks and lists of values as sheets", () => {
  expect(["XLSX", "xls", "csv", "tsv"].every(isWorkbook)).toBe(true);
  expect(isWorkbook("docx")).toBe(false);
});
