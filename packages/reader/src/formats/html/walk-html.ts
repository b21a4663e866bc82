import type { ParsedElement } from "../../element.ts";
import { tableBlock } from "../../markup/blocks.ts";
import type { ImageAllowance } from "../../markup/embedded-image.ts";
import { type InlineStyle, tidyRuns } from "../../markup/inline.ts";
import { raisedText } from "../../markup/power.ts";
import type { TableCell } from "../../markup/table-cell.ts";
import { looksLikeCode } from "../text/code-lines.ts";
import { shortPieces } from "../text/parse-text.ts";
import { type BlockContext, type BlockWriter, createBlockWriter } from "./block-writer.ts";
import { codeOfTable } from "./code-table.ts";
import { styleOf } from "./element-style.ts";
import { cellOf } from "./html-cell.ts";
import { mathFormula } from "./html-math.ts";
import { headerRowCount, isLayoutTable, readTable } from "./html-table.ts";
import {
  findElement,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  textContent,
} from "./html-tree.ts";
import { itemMarkers } from "./item-markers.ts";
import { drawing, field, picture, preformatted, texScript } from "./leaf-elements.ts";
import { isPermalink } from "./permalink.ts";
import { headingLevelOf, isBlock, isHidden, isSectioning, isTexScript, regionOf } from "./vocabulary.ts";

/** A page with fewer heading tags than this may use bold paragraphs as headings. */
const minHeadingTags = 3;

const maxTextLength = 100_000;

type Walk = {
  writer: BlockWriter;
  keepImage: ImageAllowance;
  /** Inside a cell only its text counts. Nested tables are read as lines. */
  inCell: boolean;
  onElement: () => void;
};

/** Elements of a page in reading order. */
export function walkHtml(
  root: HtmlDocument,
  keepImage: ImageAllowance,
  onElement: () => void,
): ParsedElement[] {
  let headings = 0;
  findElement(root, (element) => {
    if (headingLevelOf(element) !== undefined) headings += 1;
    return headings >= minHeadingTags;
  });
  const writer = createBlockWriter({ hasHeadings: headings >= minHeadingTags });
  const context: BlockContext = { listDepth: 0, caption: false, quoted: 0, inSection: false };
  walkChildren(root, {}, context, { writer, keepImage, inCell: false, onElement });
  writer.flush(context);
  return writer.elements;
}

function walkChildren(
  parent: HtmlElement | HtmlDocument,
  style: InlineStyle,
  context: BlockContext,
  walk: Walk,
): void {
  for (const child of parent.childNodes) walkNode(child, style, context, walk);
}

function walkNode(node: HtmlNode, style: InlineStyle, context: BlockContext, walk: Walk): void {
  if (isText(node)) {
    pushText(node.value, style, context, walk);
    return;
  }
  if (!isElement(node)) return;
  if (isTexScript(node)) {
    texScript(node, walk);
    return;
  }
  if (node.tagName === "svg") {
    drawing(node, style, context, walk);
    return;
  }
  if (isHidden(node)) return;
  walk.onElement();
  const region = regionOf(node, context.inSection);
  if (region === "nav" && !walk.inCell) {
    navigation(node, style, context, walk);
    return;
  }
  if (isBlock(node))
    walkBlock(node, style, region ? { ...context, region: context.region ?? region } : context, walk);
  else walkInline(node, style, context, walk);
}

/** A text without an end (a dump, a page of data) becomes several paragraphs. As one it would take seconds a step. */
function pushText(text: string, style: InlineStyle, context: BlockContext, walk: Walk): void {
  const isWhole = walk.inCell || context.heading !== undefined || text.length <= maxTextLength;
  for (const piece of isWhole ? [text] : shortPieces(text)) {
    walk.writer.push({ ...style, text: piece.replace(/[ \t\n\r\f]+/g, " ") });
    if (!isWhole) walk.writer.flush(context);
    walk.onElement();
  }
}

function walkBlock(node: HtmlElement, outer: InlineStyle, around: BlockContext, walk: Walk): void {
  const { writer } = walk;
  writer.flush(around);
  const context: BlockContext = isSectioning(node) ? { ...around, inSection: true } : { ...around };
  const style = styleOf(node, outer);
  const level = headingLevelOf(node);
  if (level !== undefined) context.heading = level;
  switch (node.tagName) {
    case "ul":
    case "ol":
    case "menu":
    case "dir":
      writer.releaseTerm();
      walkList(node, style, context, walk);
      break;
    case "table":
      writer.releaseTerm();
      walkTable(node, style, context, walk);
      break;
    case "pre":
    case "listing":
    case "xmp":
    case "plaintext":
      writer.releaseTerm();
      preformatted(node, context, walk);
      break;
    case "dt":
      walkChildren(node, style, context, walk);
      writer.holdTerm(context);
      break;
    case "dl":
      walkDefinitions(node, style, context, walk);
      break;
    case "blockquote":
      context.quoted += 1;
      walkChildren(node, style, context, walk);
      break;
    case "figcaption":
    case "caption":
      context.caption = true;
      walkChildren(node, style, context, walk);
      break;
    default:
      walkChildren(node, style, context, walk);
  }
  writer.flush(context);
}

function walkInline(node: HtmlElement, outer: InlineStyle, context: BlockContext, walk: Walk): void {
  const { writer } = walk;
  switch (node.tagName) {
    case "a":
      if (!isPermalink(node)) walkChildren(node, styleOf(node, outer), context, walk);
      break;
    case "button":
      // Buttons beside each other have room between them on the page.
      if (/[\p{L}\p{N}]$/u.test(writer.gathered().at(-1)?.text ?? "")) writer.push({ ...outer, text: " " });
      walkChildren(node, styleOf(node, outer), context, walk);
      break;
    case "br":
      lineBreak(outer, context, writer);
      break;
    case "img":
    case "picture":
      picture(node, context, walk);
      break;
    case "input":
    case "select":
    case "textarea":
      field(node, outer, writer);
      break;
    case "math": {
      const { text, latex } = mathFormula(node);
      writer.push({ text, markdown: `$${latex}$` });
      break;
    }
    case "sup":
    case "sub":
      script(node, outer, context, walk);
      break;
    case "q":
      writer.push({ ...outer, text: "“" });
      walkChildren(node, outer, context, walk);
      writer.push({ ...outer, text: "”" });
      break;
    case "code":
    case "samp":
    case "kbd":
    case "tt": {
      // The author wrote it on several lines, so it is a block.
      const isCode = outer.code !== true && isCodeBlock(textContent(node));
      if (isCode) walkBlock({ ...node, tagName: "pre" }, outer, context, walk);
      else walkChildren(node, { ...outer, code: true }, context, walk);
      break;
    }
    default:
      walkChildren(node, styleOf(node, outer), context, walk);
      break;
  }
}

const isCodeBlock = (text: string): boolean => /\S[ \t]*\r?\n/.test(text) && looksLikeCode(text.split("\n"));

/** Two line breaks in a row divide paragraphs on pages without paragraph tags. */
function lineBreak(style: InlineStyle, context: BlockContext, writer: BlockWriter): void {
  const last = writer.gathered().findLast((run) => run.text.trim() !== "" || run.text.includes("\n"));
  if (last?.text.endsWith("\n") && context.heading === undefined) writer.flush(context);
  else writer.push({ ...style, text: "\n" });
}

function walkList(node: HtmlElement, style: InlineStyle, context: BlockContext, walk: Walk): void {
  const markers = itemMarkers(node);
  for (const child of node.childNodes) {
    const inside = { ...context, listDepth: context.listDepth + 1 };
    const marker = markers.get(child);
    if (marker === undefined) walkNode(child, style, inside, walk);
    else
      walkNode(child, style, { ...inside, list: { depth: context.listDepth, marker, written: false } }, walk);
  }
}

/** A term is put before its first definition: "Term: definition". A term without a definition stands alone. */
function walkDefinitions(node: HtmlElement, style: InlineStyle, context: BlockContext, walk: Walk): void {
  const inside = { ...context, listDepth: context.listDepth + 1 };
  const list = () => ({ depth: context.listDepth, marker: "-", written: false });
  const visit = (parent: HtmlElement) => {
    for (const child of parent.childNodes) {
      if (isElement(child) && child.tagName === "div" && !isHidden(child)) visit(child);
      else walkNode(child, style, { ...inside, list: list() }, walk);
    }
  };
  visit(node);
  walk.writer.flush(context);
  walk.writer.releaseTerm();
}

function walkTable(node: HtmlElement, style: InlineStyle, context: BlockContext, walk: Walk): void {
  const { writer } = walk;
  const code = codeOfTable(node);
  if (code) {
    preformatted(code, context, walk);
    return;
  }
  const table = readTable(node);
  if (isLayoutTable(node, table)) {
    for (const { cells } of table.rows) {
      for (const cell of cells) {
        walkChildren(cell, styleOf(cell, style), context, walk);
        writer.flush(context);
      }
    }
    return;
  }
  for (const caption of table.captions) walkBlock(caption, style, context, walk);
  const pictures: ParsedElement[] = [];
  const rows = table.rows.map(({ cells, left }) =>
    cells.map((cell) => tableCell(cell, left, walk, pictures)),
  );
  writer.add(
    tableBlock(rows, headerRowCount(table, rows), {
      pageNumber: 1,
      metadata: context.region && { region: context.region },
    }),
  );
  for (const image of pictures) writer.add(image);
}

function tableCell(cell: HtmlElement, rowsLeft: number, walk: Walk, pictures: ParsedElement[]): TableCell {
  const writer = createBlockWriter({ hasHeadings: true });
  const context: BlockContext = { listDepth: 0, caption: false, quoted: 0, inSection: true };
  walkChildren(cell, {}, context, { ...walk, writer, inCell: true });
  // Content that is only inline keeps its own Markdown. It has no list or heading mark at its start that must be
  // escaped.
  const only = writer.elements.length === 0 ? tidyRuns(writer.gathered()) : undefined;
  writer.flush(context);
  pictures.push(...writer.elements.filter((element) => element.imageBase64));
  return cellOf(cell, rowsLeft, writer.elements, only);
}

function navigation(node: HtmlElement, style: InlineStyle, context: BlockContext, walk: Walk): void {
  const { writer } = walk;
  writer.flush(context);
  const inside: BlockContext = { ...context, region: context.region ?? "nav" };
  const outermost = writer.startLinks();
  walkChildren(node, style, inside, walk);
  writer.flush(inside);
  if (!outermost) return;
  const isContent = ({ type, metadata }: ParsedElement) =>
    ["Title", "NarrativeText", "ListItem", "Table"].includes(type) && metadata?.region === undefined;
  const afterContent = context.region === "footer" || writer.elements.some(isContent);
  writer.endLinks(inside, afterContent ? "Footer" : "Header");
}

/** "10" with a superscript "3" is 10^3, not 103. A superscript after a word stays as it is written. */
function script(node: HtmlElement, style: InlineStyle, context: BlockContext, walk: Walk): void {
  const text = textContent(node).trim();
  const before = walk.writer.gathered().at(-1)?.text ?? "";
  if (node.tagName === "sup" && raisedText(text, before) !== text) walk.writer.push({ ...style, text: "^" });
  walkChildren(node, style, context, walk);
}
