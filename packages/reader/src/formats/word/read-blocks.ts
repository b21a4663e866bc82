import type { ParsedElement } from "../../element.ts";
import {
  codeBlock,
  formulaBlock,
  imageBlock,
  listItemBlock,
  onlyFormula,
  paragraphBlock,
  tableBlock,
  titleBlock,
} from "../../markup/blocks.ts";
import { type InlineRun, runsText, tidyRuns } from "../../markup/inline.ts";
import { typedBullet } from "../../markup/typed-bullet.ts";
import { chartElements } from "../../ooxml/chart.ts";
import { officeFormula } from "../../ooxml/office-math.ts";
import { child, propertyOf, switchOf, type XmlNode } from "../../package/xml-tree.ts";
import { controlContent } from "./content-control.ts";
import type { Numbered } from "./numbering.ts";
import { type ParagraphContent, readParagraph } from "./read-paragraph.ts";
import { isFrame, readTable, tableRows } from "./read-table.ts";
import type { Style } from "./styles.ts";
import type { WordPart } from "./word-part.ts";

/** The place where blocks go, and what the reader must remember between them. */
export type BlockReader = {
  part: WordPart;
  emit: (element: ParsedElement) => void;
  metadata?: Record<string, unknown> | undefined;
  /** The lines of code so far. Consecutive code paragraphs become one block. */
  code: { lines: string[]; pageNumber: number };
  /** Runs of a paragraph whose end mark was deleted. The next paragraph continues it. */
  carried: InlineRun[];
  /** Whether a bold paragraph may be a heading. If so, the element is marked, and the decision is made later. */
  onBoldLine?: ((element: ParsedElement) => void) | undefined;
  /** Number of paragraphs with a title style. When there is one, headings start at level 2. */
  onTitle?: (() => void) | undefined;
  /** Called where one section ends and the next starts. */
  onSectionEnd?: (() => void) | undefined;
};

export function createBlockReader(part: WordPart, emit: BlockReader["emit"]): BlockReader {
  return { part, emit, code: { lines: [], pageNumber: 1 }, carried: [] };
}

/** Reads block content in order: paragraphs, tables, and the elements that wrap them. */
export function readBlock(node: XmlNode, reader: BlockReader): void {
  switch (node.name) {
    case "w:p":
      readParagraphBlock(node, reader);
      break;
    case "w:tbl":
      readTableBlock(node, reader);
      break;
    case "w:sdt":
      readAll(controlContent(node, reader.part.styles), reader);
      break;
    case "w:customXml":
    case "w:ins":
    case "w:moveTo":
    case "w:smartTag":
      readAll(node.children, reader);
      break;
    case "mc:AlternateContent":
      readAll((child(node, "mc:Choice") ?? child(node, "mc:Fallback"))?.children, reader);
      break;
    case "w:altChunk":
      for (const element of importedElements(node, reader.part))
        present({ ...element, metadata: { ...element.metadata, ...reader.metadata } }, reader);
      break;
    case "m:oMathPara":
      for (const equation of node.children) {
        const { text, latex } = officeFormula(equation);
        present(formulaBlock(text, latex, { pageNumber: reader.part.pages.current() }), reader);
      }
      break;
    default:
  }
}

/** What the document imports at this place, on the page on which it stands. */
function importedElements(node: XmlNode, { relationships, imported, pages }: WordPart): ParsedElement[] {
  const elements = imported.get(relationships.get(node.attributes["r:id"] ?? "")?.target ?? "") ?? [];
  return elements.map((element) => ({ ...element, pageNumber: pages.current() }));
}

function readAll(nodes: readonly XmlNode[] | undefined, reader: BlockReader): void {
  for (const node of nodes ?? []) readBlock(node, reader);
}

/** Emits the code that is still held back. Call it after the last block. */
export function finishBlocks(reader: BlockReader): void {
  if (reader.carried.length > 0) {
    const runs = reader.carried;
    reader.carried = [];
    present(
      paragraphBlock(runs, { pageNumber: reader.part.pages.current(), metadata: reader.metadata }),
      reader,
    );
  }
  endCode(reader);
}

function present(element: ParsedElement | undefined, reader: BlockReader): void {
  if (!element) return;
  endCode(reader);
  reader.emit(element);
}

function endCode(reader: BlockReader): void {
  const { lines, pageNumber } = reader.code;
  reader.code = { lines: [], pageNumber: 1 };
  const block = codeBlock(lines.join("\n"), undefined, { pageNumber, metadata: reader.metadata });
  if (block) reader.emit(block);
}

function readParagraphBlock(node: XmlNode, reader: BlockReader): void {
  const { part } = reader;
  const properties = child(node, "w:pPr");
  const style = paragraphStyle(properties, part);
  if (switchOf(properties, "w:pageBreakBefore")) part.pages.softBreak();
  const content = readParagraph(node, style, part);
  const runs = [...reader.carried, ...content.runs];
  reader.carried = [];
  if (child(child(properties, "w:rPr"), "w:del")) {
    reader.carried = runs;
  } else {
    emitParagraph(runs, content, style, numbered(properties, style, runs, part), reader);
  }
  for (const image of content.images) {
    present(imageBlock(image, { pageNumber: content.pageNumber, metadata: reader.metadata }), reader);
  }
  for (const label of content.labels) {
    present(
      listItemBlock([{ text: label }], { depth: 0, marker: "-" }, { pageNumber: content.pageNumber }),
      reader,
    );
  }
  for (const chart of content.charts) {
    const options = { pageNumber: content.pageNumber, metadata: reader.metadata };
    for (const element of chartElements(chart, part, options)) present(element, reader);
  }
  for (const box of content.boxes) readAll(box, reader);
  if (child(properties, "w:sectPr")) reader.onSectionEnd?.();
}

function paragraphStyle(properties: XmlNode | undefined, part: WordPart): Style {
  const style = part.styles.paragraph(propertyOf(properties, "w:pStyle"));
  const outline = Number(propertyOf(properties, "w:outlineLvl") ?? Number.NaN);
  if (style.role !== "body" || !(outline >= 0 && outline < 9)) return style;
  return { ...style, role: "heading", level: outline + 1 };
}

/**
 * A number counts only for a paragraph that shows something. Word counts empty paragraphs, but displays no number for
 * them.
 */
function numbered(
  properties: XmlNode | undefined,
  style: Style,
  runs: InlineRun[],
  part: WordPart,
): Numbered | undefined {
  const direct = child(properties, "w:numPr");
  const id = propertyOf(direct, "w:numId") ?? style.numberingId;
  if (id === undefined || id === "0") return undefined;
  const level = Number(propertyOf(direct, "w:ilvl") ?? style.numberingLevel ?? 0);
  return runsText(tidyRuns(runs)) === "" ? undefined : part.numbering(id, Number.isNaN(level) ? 0 : level);
}

function emitParagraph(
  runs: InlineRun[],
  content: ParagraphContent,
  style: Style,
  number: Numbered | undefined,
  reader: BlockReader,
): void {
  const options = { pageNumber: content.pageNumber, metadata: reader.metadata };
  const tidy = tidyRuns(runs);
  const counted =
    number && number.marker !== "-" && number.marker !== "" ? [{ text: `${number.marker} ` }, ...tidy] : tidy;
  switch (style.role) {
    case "code":
      if (reader.code.lines.length === 0) reader.code.pageNumber = content.pageNumber;
      reader.code.lines.push(runs.map((run) => run.text).join(""));
      return;
    case "title":
      reader.onTitle?.();
      present(titleBlock(counted, 1, options), reader);
      return;
    case "subtitle":
      present(titleBlock(tidy, 2, options), reader);
      return;
    case "heading":
      present(titleBlock(counted, style.level ?? 1, options), reader);
      return;
    case "caption":
      present(paragraphBlock(counted, { ...options, type: "FigureCaption" }), reader);
      return;
    case "contents":
      present(listItemBlock(counted, { depth: 0, marker: "-" }, options), reader);
      return;
    default:
  }
  const formula = onlyFormula(tidy, options);
  if (formula) {
    present(formula, reader);
    return;
  }
  if (number) {
    // People cite a clause as "4.2", so this number belongs to the text. A plain "2." is only the list's style.
    const list = { depth: number.depth, marker: number.marker || "-" };
    if (!number.isCited) {
      present(listItemBlock(tidy, list, options), reader);
      return;
    }
    const item = listItemBlock(tidy, list, options);
    present(item && { ...item, text: `${number.marker} ${item.text}` }, reader);
    return;
  }
  const typed = typedBullet(tidy);
  if (typed) {
    present(listItemBlock(typed, { depth: 0, marker: "-" }, options), reader);
    return;
  }
  const element = paragraphBlock(tidy, { ...options, quoted: style.role === "quote" ? 1 : 0 });
  if (element && isBoldLine(tidy, element.text)) reader.onBoldLine?.(element);
  present(element, reader);
}

const maxHeadingWords = 12;

function isBoldLine(runs: readonly InlineRun[], text: string): boolean {
  const bold = runs.every((run) => run.bold || run.text.trim() === "");
  return (
    bold &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;]$|[\n\t]/.test(text) &&
    text.split(/\s+/).length <= maxHeadingWords
  );
}

function readTableBlock(node: XmlNode, reader: BlockReader): void {
  const rows = tableRows(node, reader.part.styles);
  if (isFrame(rows)) {
    for (const { cells } of rows) for (const cell of cells) readAll(cell.node.children, reader);
    return;
  }
  const images: ParsedElement[] = [];
  let pageNumber: number | undefined;
  const properties = child(node, "w:tblPr");
  const look = child(properties, "w:tblLook")?.attributes;
  const headed = look?.["w:firstRow"] === "1" || (Number.parseInt(look?.["w:val"] ?? "0", 16) & 0x20) !== 0;
  const styled = headed && reader.part.styles.tableHeading(propertyOf(properties, "w:tblStyle"));
  const table = readTable(rows, styled, (cell) => {
    const elements: ParsedElement[] = [];
    const inside = {
      ...createBlockReader(reader.part, (element) => elements.push(element)),
      metadata: reader.metadata,
    };
    readAll(cell.children, inside);
    finishBlocks(inside);
    pageNumber ??= elements[0]?.pageNumber;
    images.push(...elements.filter((element) => element.type === "Image"));
    return elements;
  });
  const options = { pageNumber: pageNumber ?? reader.part.pages.current(), metadata: reader.metadata };
  present(tableBlock(table.rows, table.headerRows, options), reader);
  for (const image of images) present(image, reader);
}
