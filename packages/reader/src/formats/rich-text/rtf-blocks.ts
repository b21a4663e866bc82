import type { ParsedElement } from "../../element.ts";
import { listItemBlock, paragraphBlock, tableBlock, titleBlock } from "../../markup/blocks.ts";
import { documentHeaderRows, stackedRows } from "../../markup/document-header-rows.ts";
import { elementsCell } from "../../markup/elements-cell.ts";
import { type InlineRun, runsText, tidyRuns } from "../../markup/inline.ts";
import { hasCitedNumber } from "../../markup/list-numbers.ts";
import { mergedCells } from "../../markup/merged-cells.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { typedBullet } from "../../markup/typed-bullet.ts";
import type { RtfRow } from "./rtf-row.ts";

/** Edges of cells that are this near to each other, in twentieths of a point, are one. */
const nearby = 30;

export type RtfParagraph = {
  inTable: boolean;
  /** 1-based level of a heading. */
  level: number | undefined;
  /** What is before a list item: "3." or a bullet; undefined outside lists. */
  marker: string | undefined;
  depth: number;
};

/** Takes paragraphs, ends of cells and ends of rows, and makes elements of them. */
export function rtfBlocks() {
  const elements: ParsedElement[] = [];
  const notes: ParsedElement[] = [];
  /** Headers and footers that came already: each section repeats them. */
  const margins = new Set<string>();
  let rows: TableCell[][] = [];
  let shapes: (RtfRow | undefined)[] = [];
  let cells: TableCell[] = [];
  let cell: ParsedElement[] = [];
  let pageNumber = 1;

  const closeTable = () => {
    if (cell.length > 0) cells.push(elementsCell(cell));
    if (cells.length > 0) {
      rows.push(cells);
      shapes.push(undefined);
    }
    const merged = shapes.every((shape) => shape !== undefined) ? mergedCells(rows, shapes, nearby) : rows;
    const stated = shapes.findIndex((shape) => !shape?.isHeader);
    const headings = stated > 0 ? Math.max(stated, stackedRows(merged, 0)) : documentHeaderRows(merged);
    const table = tableBlock(merged, headings, { pageNumber });
    if (table) elements.push(table);
    [rows, shapes, cells, cell] = [[], [], [], []];
  };
  const closePending = () => {
    if (rows.length + cells.length + cell.length > 0) closeTable();
  };

  return {
    paragraph(runs: readonly InlineRun[], paragraph: RtfParagraph): void {
      if (!paragraph.inTable) closePending();
      const block = paragraphElement(runs, paragraph, pageNumber);
      if (block) (paragraph.inTable ? cell : elements).push(block);
    },
    endCell(): void {
      cells.push(elementsCell(cell));
      cell = [];
    },
    endRow(row: RtfRow): void {
      if (cell.length > 0) cells.push(elementsCell(cell));
      // Programs write empty cells beyond those of the row, after a table in a cell.
      const last = Math.max(cells.findLastIndex(({ text }) => text !== "") + 1, 1);
      const described = row.merges.length;
      const isDescribed = described >= last && cells.length >= described;
      if (cells.length > 0) {
        rows.push(cells.slice(0, isDescribed ? described : last));
        shapes.push(isDescribed ? row : undefined);
      }
      [cells, cell] = [[], []];
    },
    margin(type: "Header" | "Footer", runs: readonly InlineRun[]): void {
      const block = paragraphBlock(runs, { type, pageNumber });
      const key = `${type} ${block?.text}`;
      if (block && !margins.has(key)) elements.push(block);
      margins.add(key);
    },
    note(runs: readonly InlineRun[], label: string): void {
      const block = paragraphBlock(runs, { pageNumber, metadata: { note: "footnote", note_label: label } });
      if (block) notes.push({ ...block, markdown: `[^${label}]: ${block.markdown}` });
    },
    comment(runs: readonly InlineRun[]): void {
      const block = paragraphBlock(runs, {
        type: "UncategorizedText",
        pageNumber,
        metadata: { kind: "comment" },
      });
      if (block) notes.push(block);
    },
    nextPage(): void {
      pageNumber += 1;
    },
    finish(): { elements: ParsedElement[]; totalPages: number } {
      closePending();
      return { elements: [...elements, ...notes], totalPages: pageNumber };
    },
  };
}

function paragraphElement(
  runs: readonly InlineRun[],
  { level, marker, depth }: RtfParagraph,
  pageNumber: number,
): ParsedElement | undefined {
  const tidy = tidyRuns(runs);
  if (runsText(tidy) === "") return undefined;
  if (level !== undefined) {
    const number = marker && /\d/.test(marker) ? [{ text: `${marker} ` }] : [];
    const plain = tidy.map((run) => ({ ...run, bold: false, italic: false }));
    return titleBlock([...number, ...plain], level, { pageNumber });
  }
  const typed = marker === undefined ? typedBullet(tidy) : undefined;
  if (typed) return listItemBlock(typed, { depth: 0, marker: "-" }, { pageNumber });
  if (marker === undefined) return paragraphBlock(tidy, { pageNumber });
  const shown = /[\p{L}\d]/u.test(marker) && !/^o$/.test(marker) ? marker : "-";
  const item = listItemBlock(tidy, { depth, marker: shown }, { pageNumber });
  const numbers = marker.match(/\d+/g)?.length ?? 0;
  const isCited = hasCitedNumber(numbers, marker.replace(/\b[ivxlcdm]+\b/gi, " "));
  return item && shown !== "-" && isCited ? { ...item, text: `${marker} ${item.text}` } : item;
}

/** Runs up to each line feed, which ends a paragraph. */
export function paragraphsOf(runs: readonly InlineRun[]): InlineRun[][] {
  const paragraphs: InlineRun[][] = [[]];
  for (const run of runs) {
    if (run.text === "\n") paragraphs.push([]);
    else paragraphs.at(-1)?.push(run);
  }
  return paragraphs;
}
