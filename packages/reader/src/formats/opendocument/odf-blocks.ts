import type { ParsedElement } from "../../element.ts";
import {
  codeBlock,
  imageBlock,
  listItemBlock,
  onlyFormula,
  paragraphBlock,
  titleBlock,
} from "../../markup/blocks.ts";
import { runsText, tidyRuns } from "../../markup/inline.ts";
import { typedBullet } from "../../markup/typed-bullet.ts";
import { child, type XmlNode } from "../../package/xml-tree.ts";
import { readInline } from "./odf-inline.ts";
import type { OdfNumber } from "./odf-lists.ts";
import { innerReader, type OdfReader } from "./odf-reader.ts";
import type { OdfStyle } from "./odf-styles.ts";
import { readOdfTable } from "./odf-table.ts";

type ListPlace = { style: string | undefined; depth: number };

const maxDepth = 50;

/** Reads a block: a paragraph, a heading, a list, a table, or what wraps them. */
export function readOdfBlock(node: XmlNode, reader: OdfReader, depth = 0): void {
  if (depth > maxDepth) return;
  const inside = (nodes: readonly XmlNode[]) => {
    for (const inner of nodes) readOdfBlock(inner, reader, depth + 1);
  };
  switch (node.name) {
    case "text:p":
    case "text:h":
      readParagraph(node, reader, undefined);
      return;
    case "text:list":
      readList(node, { style: undefined, depth: -1 }, reader);
      return;
    case "table:table":
      readTable(node, reader);
      return;
    case "text:section":
      if (node.attributes["text:display"] !== "none") inside(node.children);
      return;
    case "text:soft-page-break":
      reader.page.number += 1;
      return;
    case "text:table-of-content":
    case "text:illustration-index":
    case "text:table-index":
    case "text:alphabetical-index":
    case "text:bibliography":
    case "text:user-index":
    case "text:object-index":
      inside(child(node, "text:index-body")?.children ?? []);
      return;
    case "text:index-title":
    case "text:numbered-paragraph":
      inside(node.children);
      return;
    case "draw:frame":
    case "draw:g":
    case "draw:custom-shape":
      readParagraph({ name: "text:p", attributes: {}, children: [node], text: "" }, reader, undefined);
      return;
    default:
  }
}

/** Emits the code that is still held back. Call it after the last block. */
export function endOdfCode(reader: OdfReader): void {
  const lines = reader.code.splice(0);
  const block = codeBlock(lines.join("\n"), undefined, {
    pageNumber: reader.page.number,
    metadata: reader.metadata,
  });
  if (block) reader.emit(block);
}

function present(element: ParsedElement | undefined, reader: OdfReader): void {
  if (!element) return;
  endOdfCode(reader);
  reader.emit(element);
}

function readList(list: XmlNode, around: ListPlace, reader: OdfReader): void {
  const place = { style: list.attributes["text:style-name"] ?? around.style, depth: around.depth + 1 };
  const continues =
    list.attributes["text:continue-numbering"] === "true" ||
    list.attributes["text:continue-list"] !== undefined;
  if (place.depth === 0) reader.lists.open(place.style, continues);
  if (place.depth > maxDepth) return;
  for (const item of list.children) {
    if (item.name !== "text:list-item" && item.name !== "text:list-header") continue;
    let counted = item.name === "text:list-header";
    for (const node of item.children) {
      if (node.name === "text:list") readList(node, place, reader);
      else if (node.name === "text:p" || node.name === "text:h") {
        const start = Number(item.attributes["text:start-value"] ?? Number.NaN);
        // Only the first paragraph of an item has its number.
        const number = counted
          ? undefined
          : reader.lists.next(place.style, place.depth, start >= 0 ? start : undefined);
        counted = true;
        readParagraph(node, reader, number && { number, depth: place.depth });
      } else readOdfBlock(node, reader);
    }
  }
}

function readTable(table: XmlNode, reader: OdfReader): void {
  const pageNumber = reader.page.number;
  const images: ParsedElement[] = [];
  const readCell = (cell: XmlNode) => {
    const elements: ParsedElement[] = [];
    const inner = innerReader(reader, (element) => elements.push(element));
    for (const node of cell.children) readOdfBlock(node, inner);
    endOdfCode(inner);
    images.push(...elements.filter((element) => element.type === "Image"));
    return elements;
  };
  const found = readOdfTable(table, readCell, { pageNumber, metadata: reader.metadata });
  for (const element of found) present(element, reader);
  // A cell can't show its pictures; they follow the table.
  if (found.some((element) => element.type === "Table")) for (const image of images) present(image, reader);
}

type ItemPlace = { number: OdfNumber; depth: number };

function readParagraph(node: XmlNode, reader: OdfReader, item: ItemPlace | undefined): void {
  const style = reader.styles("paragraph", node.attributes["text:style-name"]);
  if (style.breakBefore && reader.started.value) reader.page.number += 1;
  const stated = Number(node.attributes["text:outline-level"] ?? Number.NaN);
  const level = node.name === "text:h" ? (stated > 0 ? stated : 1) : style.outlineLevel;
  const heads = level !== undefined || style.role === "title" || style.role === "subtitle";
  const look = heads ? {} : { bold: style.bold, italic: style.italic, strike: style.strike };
  const content = readInline(node, look, reader);
  const options = { pageNumber: content.pageNumber, metadata: reader.metadata };
  if (!style.hidden) {
    const number = headingNumber(node, level, item, runsText(tidyRuns(content.runs)) !== "", reader);
    emitParagraph(content.runs, style, level, number, item, options, reader);
  }
  for (const image of content.images) present(imageBlock(image, options), reader);
  for (const box of content.boxes) for (const block of box) readOdfBlock(block, reader, 1);
  for (const { author, paragraphs } of content.comments) {
    const metadata = { kind: "comment", ...(author && { author }) };
    const text = paragraphs
      .map((paragraph) => runsText(tidyRuns(readInline(paragraph, {}, reader).runs)))
      .join("\n");
    present(paragraphBlock([{ text }], { ...options, type: "UncategorizedText", metadata }), reader);
  }
  if (style.breakAfter) reader.page.number += 1;
}

function headingNumber(
  node: XmlNode,
  level: number | undefined,
  item: ItemPlace | undefined,
  filled: boolean,
  reader: OdfReader,
): string {
  if (item && level !== undefined) return item.number.marker === "-" ? "" : item.number.marker;
  if (level === undefined || !filled || node.attributes["text:is-list-header"] === "true") return "";
  return node.name === "text:h" ? reader.lists.heading(level) : "";
}

function emitParagraph(
  runs: Parameters<typeof tidyRuns>[0],
  style: OdfStyle,
  level: number | undefined,
  number: string,
  item: ItemPlace | undefined,
  options: { pageNumber: number; metadata: Record<string, unknown> | undefined },
  reader: OdfReader,
): void {
  const tidy = tidyRuns(runs);
  if (style.role === "code" && !item) {
    reader.code.push(runs.map(({ text }) => text).join(""));
    return;
  }
  if (runsText(tidy) !== "") reader.started.value = true;
  if (style.role === "title") {
    if (runsText(tidy) !== "") reader.hasTitle.value = true;
    present(titleBlock(tidy, 1, options), reader);
  } else if (style.role === "subtitle") present(titleBlock(tidy, 2, options), reader);
  else if (level !== undefined)
    present(titleBlock(number ? [{ text: `${number} ` }, ...tidy] : tidy, level, options), reader);
  else if (item) present(itemBlock(tidy, item, options), reader);
  else if (style.role === "caption")
    present(paragraphBlock(tidy, { ...options, type: "FigureCaption" }), reader);
  else present(proseBlock(tidy, style, options), reader);
}

function proseBlock(
  runs: ReturnType<typeof tidyRuns>,
  style: OdfStyle,
  options: { pageNumber: number; metadata: Record<string, unknown> | undefined },
): ParsedElement | undefined {
  const typed = typedBullet(runs);
  if (typed) return listItemBlock(typed, { depth: 0, marker: "-" }, options);
  return (
    onlyFormula(runs, options) ?? paragraphBlock(runs, { ...options, quoted: style.role === "quote" ? 1 : 0 })
  );
}

/** People cite a clause as "4.2", so this number belongs to the text. A plain "2." is only the list's style. */
function itemBlock(
  runs: ReturnType<typeof tidyRuns>,
  { number, depth }: ItemPlace,
  options: { pageNumber: number; metadata: Record<string, unknown> | undefined },
): ParsedElement | undefined {
  const block = listItemBlock(runs, { depth, marker: number.marker || "-" }, options);
  return block && number.isCited ? { ...block, text: `${number.marker} ${block.text}` } : block;
}
