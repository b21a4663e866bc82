import Papa from "papaparse";
import { decodeText } from "../../charset/charset.ts";
import { withCharset } from "../../charset/charset-metadata.ts";
import { cleanText, collapseSpaces } from "../../markup/plain-text.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { refuseBinary } from "../text/refuse-binary.ts";
import { quotingOf, withEscapes, withoutEscapes } from "./quoting.ts";
import { createRowBlocks } from "./row-blocks.ts";
import { sniffDelimiter } from "./sniff-delimiter.ts";
import { createTableWriter } from "./table-writer.ts";

/** Files with more text than this have no `markdown`, to limit memory. Their `html` says the same. */
const maxCharactersWithMarkdown = 20_000_000;
const rowsBetweenReports = 5_000;
/**
 * Parses CSV and TSV into tables, which are cut into pieces when they are long. A file may hold several tables, each with
 * headings of its own, and titles and facts above them. The message says what is unsure.
 */
export async function parseDelimited(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0)
    throw new ParseError("This file is empty. Check the file and upload it again.");
  const { text: raw, ...encoding } = decodeText(input.bytes);
  refuseBinary(raw, input);
  const expected = input.extension === "tsv" ? "\t" : ",";
  // This delimiter never occurs, so each line is one value.
  const delimiter = sniffDelimiter(raw, expected) ?? "\u001f";
  const text = raw.replace(/^sep=[,;|\t]\r?\n/i, "");
  const table = createTableWriter(text.length <= maxCharactersWithMarkdown);
  let width = 0;
  let wider = 0;
  const blocks = createRowBlocks({
    title: table.title,
    start(headings) {
      width = Math.max(0, ...headings.map((row) => row.length));
      table.start(headings);
    },
    row(values) {
      if (width > 0 && values.length > width) wider += 1;
      table.row(values);
    },
  });
  const total = countLines(text);
  const quoting = quotingOf(text, delimiter);
  let rows = 0;
  Papa.parse<string[]>(withoutEscapes(text, quoting), {
    delimiter,
    ...quoting,
    step: ({ data }) => {
      if (rows % rowsBetweenReports === 0)
        context.onProgress({ done: rows, total: Math.max(total, rows), unit: "rows" });
      const cells = data.map((cell) =>
        collapseSpaces(cleanText(withoutProtection(withEscapes(cell, quoting)))),
      );
      if (cells.some((cell) => cell !== "")) rows += 1;
      blocks.add(cells);
    },
  });
  const { unsure } = blocks.finish();
  const elements = table.finish();
  if (elements.length === 0)
    throw new ParseError(
      "The file contains no values, only separators or white space. Check the file and upload it again.",
    );
  context.onProgress({ done: rows, total: rows, unit: "rows" });
  const message = doubts({ unsure, wider, isBroken: quoting.isBroken });
  return { elements: withCharset(elements, encoding), totalPages: 1, failedPages: [], message };
}

/** Programs write `="00123"` so that spreadsheets keep the zeros. */
const withoutProtection = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

/** What is unsure about the shape of the file, for its owner. Null when nothing is. */
function doubts({ unsure, wider, isBroken }: { unsure: number; wider: number; isBroken: boolean }) {
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  const said = [
    isBroken ? "A quote in this file is never closed, so its quotes were read as plain characters" : "",
    unsure > 0
      ? `${count(unsure, "table has", "tables have")} a first row that may be headings or data, and was read as data`
      : "",
    wider > 0 ? `${count(wider, "row has", "rows have")} more values than the table has headings` : "",
  ].filter((text) => text !== "");
  return said.length > 0 ? said.join(". ") : null;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
