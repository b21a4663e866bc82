import type { ParsedElement } from "../../element.ts";
import { defaultLimits } from "../../limits.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { readXls } from "./read-xls.ts";
import { readXlsx } from "./read-xlsx.ts";
import { sheetElements } from "./sheet-elements.ts";

/** Above this many bytes, tables have no `markdown`, to limit memory. Their `html` says the same. */
const maxBytesWithMarkdown = 10_000_000;

/**
 * Parses workbooks (.xlsx, .xls): one table for each block of cells, under the name of its sheet. Hidden sheets, rows and
 * columns are left out and named in the metadata.
 */
export async function parseSpreadsheet(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const { bytes, limits = defaultLimits } = input;
  const elements: ParsedElement[] = [];
  let sheetNumber = 0;
  let formulas = 0;
  let total = 1;
  const report = () => context.onProgress({ done: Math.min(sheetNumber, total), total, unit: "pages" });
  report();
  const workbook = input.extension === "xls" ? readXls(bytes, limits) : readXlsx(bytes, limits, report);
  total = workbook.totalSheets;
  const hiddenSheets = workbook.hiddenSheets.length > 0 ? { hidden_sheets: workbook.hiddenSheets } : {};
  for (const sheet of workbook.sheets()) {
    sheetNumber = sheet.number;
    formulas += sheet.formulasWithoutValue;
    report();
    const facts = elements.length === 0 ? hiddenSheets : {};
    const withMarkdown = bytes.length <= maxBytesWithMarkdown;
    for (const element of sheetElements(sheet, { withMarkdown, onTable: report, facts }))
      elements.push(element);
  }
  if (elements.length === 0) throw nothingShown(workbook.hiddenSheets.length > 0);
  const message = formulas > 0 ? withoutValue(formulas) : null;
  return { elements, totalPages: workbook.totalSheets, failedPages: [], message };
}

const withoutValue = (formulas: number): string =>
  `${formulas === 1 ? "1 cell shows its formula" : `${formulas.toLocaleString("en")} cells show their formulas`}, because the ` +
  "workbook was saved without calculated values. Open it in a spreadsheet program, save it there and upload that to have the values";

const nothingShown = (hidden: boolean): ParseError =>
  new ParseError(
    hidden
      ? "The workbook shows no values: the sheets that have some are hidden. Unhide them and upload it again."
      : "The workbook contains no values. Check the file and upload it again.",
  );
