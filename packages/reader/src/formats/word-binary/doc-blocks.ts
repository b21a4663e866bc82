import type { ParsedElement } from "../../element.ts";
import { listItemBlock, paragraphBlock, titleBlock } from "../../markup/blocks.ts";
import { elementsCell } from "../../markup/elements-cell.ts";
import { runsText, tidyRuns } from "../../markup/inline.ts";
import { typedBullet } from "../../markup/typed-bullet.ts";
import { type DocRow, docTable } from "./doc-table.ts";
import type { ListNumbers } from "./list-numbers.ts";
import type { DocParagraph } from "./paragraphs.ts";
import type { StyleRole } from "./style-sheet.ts";

export type DocBlockOptions = {
  main: DataView;
  styles: (style: number) => StyleRole;
  numbers: ListNumbers;
  metadata?: Record<string, unknown> | undefined;
  /** Set when a paragraph has the style of a title. */
  hasTitle: { value: boolean };
  /** Page of the first paragraph. Hard breaks count on from there. */
  page: { number: number };
};

/** Paragraphs as elements; those inside tables become their cells. */
export function docBlocks(paragraphs: Iterable<DocParagraph>, options: DocBlockOptions): ParsedElement[] {
  const elements: ParsedElement[] = [];
  let rows: DocRow[] = [];
  let cells: DocRow["cells"] = [];
  let cell: ParsedElement[] = [];
  const closeTable = () => {
    if (cells.length > 0 || cell.length > 0) rows.push({ cells: [...cells, elementsCell(cell)], sprms: [] });
    const table = docTable(rows, options.main, {
      pageNumber: options.page.number,
      metadata: options.metadata,
    });
    if (table) elements.push(table);
    [rows, cells, cell] = [[], [], []];
  };
  for (const paragraph of withInitials(paragraphs)) {
    if (!paragraph.inTable && rows.length + cells.length + cell.length > 0) closeTable();
    if (paragraph.pageBreakBefore && elements.length > 0) options.page.number += 1;
    const element = paragraph.endsRow ? undefined : docBlock(paragraph, options);
    options.page.number += paragraph.pageBreaks;
    if (!paragraph.inTable) {
      if (element) elements.push(element);
      continue;
    }
    if (element) cell.push(element);
    if (paragraph.endsRow) {
      rows.push({ cells, sprms: paragraph.rowSprms });
      cells = [];
    } else if (paragraph.endsCell) {
      cells.push(elementsCell(cell));
      cell = [];
    }
  }
  if (rows.length + cells.length + cell.length > 0) closeTable();
  return elements;
}

/** An initial over several lines is a paragraph of its own. It belongs to the next one. */
function* withInitials(paragraphs: Iterable<DocParagraph>): Generator<DocParagraph> {
  let initial: DocParagraph | undefined;
  for (const found of paragraphs) {
    const paragraph = initial ? { ...found, runs: [...initial.runs, ...found.runs] } : found;
    initial = found.isDropCap ? paragraph : undefined;
    if (!initial) yield paragraph;
  }
  if (initial) yield initial;
}

function docBlock(
  paragraph: DocParagraph,
  { styles, numbers, metadata, page, hasTitle }: DocBlockOptions,
): ParsedElement | undefined {
  const options = { pageNumber: page.number, metadata };
  const runs = tidyRuns(paragraph.runs);
  if (runsText(runs) === "") return undefined;
  const style = styles(paragraph.style);
  const number = paragraph.list ? numbers(paragraph.list, paragraph.listLevel) : undefined;
  const counted =
    number && !["", "-"].includes(number.marker) ? [{ text: `${number.marker} ` }, ...runs] : runs;
  const level = style.role === "heading" ? style.level : paragraph.outlineLevel;
  const plain = (some: typeof runs) => some.map((run) => ({ ...run, bold: false, italic: false }));
  if (style.role === "title") {
    hasTitle.value = true;
    return titleBlock(plain(counted), 1, options);
  }
  if (style.role === "subtitle") return titleBlock(plain(runs), 2, options);
  if (level !== undefined) return titleBlock(plain(counted), level, options);
  if (style.role === "caption") return paragraphBlock(runs, { ...options, type: "FigureCaption" });
  if (number || style.role === "bullet") {
    const marker = number?.marker || "-";
    const item = listItemBlock(runs, { depth: paragraph.listLevel, marker }, options);
    // People cite a clause as "4.2", so this number belongs to the text.
    return item && number?.isCited ? { ...item, text: `${marker} ${item.text}` } : item;
  }
  const typed = typedBullet(runs);
  return typed ? listItemBlock(typed, { depth: 0, marker: "-" }, options) : paragraphBlock(runs, options);
}
