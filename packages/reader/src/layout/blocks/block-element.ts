import type { BoundingBox, ParsedElement } from "../../element.ts";
import type { Aside } from "../lines/asides.ts";
import type { BodyStyle } from "../lines/body-style.ts";
import type { TitleLook } from "../lines/heading-levels.ts";
import { joinLines, type Vocabulary } from "../lines/join-lines.ts";
import { listMarker } from "../lines/list-marker.ts";
import { type FieldBlock, type FigureBlock, isField, isFigure } from "../lines/placed-block.ts";
import { cellText, type TableBlock } from "../lines/table-block.ts";
import { type Box, median } from "../page/box.ts";
import type { Word } from "../page/page.ts";
import type { PageTable } from "../tables/join-continued.ts";
import { tableTexts } from "../tables/table-texts.ts";
import type { TextRole } from "../tagged/tagged-parts.ts";
import { type Block, isTextBlock, type TextBlock } from "./blocks.ts";
import { classifyText } from "./classify.ts";

/** What building an element needs to know about the whole document. */
export type BlockContext = {
  body: BodyStyle;
  /** In points, of the page as it is read. */
  pageHeight: number;
  vocabulary: Vocabulary;
  /** The 1-based level in the document's outline, when the text is an outline entry on this page. */
  outlineLevel(text: string): number | null;
  /** Whether tags of the document name its headings, so that a text with another tag is not a heading. */
  headingsAreTagged: boolean;
};

/** An element without its place. A title also has the style that its level is derived from, a table its cells. */
export type Draft = Pick<ParsedElement, "type" | "text" | "markdown" | "html" | "level" | "metadata"> & {
  box: Box;
  /** The words of its text, in order, where they are known. */
  words?: Word[];
  title?: TitleLook;
  table?: Pick<PageTable, "rows" | "headerRows" | "columnCount">;
};

export function draftsOfBlock(block: Block, context: BlockContext): Draft[] {
  if (isField(block)) return [draftOfField(block)];
  if (isFigure(block)) return draftsOfFigure(block);
  const draft = isTextBlock(block) ? draftOfText(block, context) : draftOfTable(block);
  return draft ? [draft] : [];
}

/** Of the body's size. */
const minHeadingSize = 1.1;

/** A line above columns that are read downwards is their heading when it is larger than they are. */
export function draftOfLineAbove({ text, size, direction: _, ...box }: Aside, bodySize: number): Draft {
  if (size < minHeadingSize * bodySize) return { type: "UncategorizedText", text, markdown: text, box };
  const title = { size, bold: false, outlineLevel: null, number: null };
  return { type: "Title", text, markdown: text, box, title };
}

/** "Name: Ada", "☒ by post". Without a label on the page, the file's own description or name stands for it. */
function draftOfField({ field, label, ...box }: FieldBlock): Draft {
  const name = label || field.description || field.name;
  const value = field.value.replace(/\r\n?/g, "\n").trim();
  const isTick = field.kind === "tick";
  const text = name === "" ? value : isTick ? `${value} ${name}` : `${name}: ${value}`;
  const isNote = field.kind === "typed" && label === "";
  const metadata = {
    kind: isNote ? "comment" : "form_field",
    ...(field.name === "" ? {} : { field_name: field.name }),
  };
  return { type: "NarrativeText", text, markdown: text, box, metadata };
}

/** A picture, and the text inside it. */
function draftsOfFigure({ labels, alternative = "", ...box }: FigureBlock): Draft[] {
  const markdown = `![${alternative.replace(/[[\]\\]/g, "\\$&")}]()`;
  const picture: Draft = { type: "Image", text: alternative, markdown, box };
  if (labels === "") return [picture];
  const metadata = { kind: "figure_label" };
  return [picture, { type: "UncategorizedText", text: labels, markdown: labels, box, metadata }];
}

function draftOfText(block: TextBlock, context: BlockContext): Draft | null {
  const asWritten = joinLines(block.lines, context.vocabulary).trim();
  const joined = withoutLeaders(asWritten);
  if (joined === "") return null;
  const { left, top, right, bottom } = block;
  const box = { left, top, right, bottom };
  const words = block.lines.flatMap((line) => line.words);
  // An entry of a table of contents looks like the heading that it points to.
  if (leadsToPage.test(asWritten))
    return { type: "ListItem", text: joined, markdown: `- ${joined}`, box, words };
  const { role } = block;
  const outlineLevel = role?.kind === "title" ? role.level : context.outlineLevel(joined);
  const type = typeOf(block, joined, outlineLevel !== null, context);
  if (type === "Title") {
    const number = /^((?:\d{1,2}\.)*\d{1,2})\.?\s/.exec(joined)?.[1] ?? null;
    const isAppendix = appendix.test(joined);
    const title = { size: block.size, bold: block.bold, outlineLevel, number, isAppendix };
    return { type, text: joined, box, words, title };
  }
  if (type === "CodeSnippet") {
    const code = codeText(block);
    return { type, text: code, markdown: fenced(code), box, words };
  }
  if (type === "ListItem") {
    const text = withKnownBullet(joined);
    const depth = role?.kind === "item" ? role.depth - 1 : 0;
    const markdown = `${"  ".repeat(Math.min(depth, maxIndents))}${listMarkdown(text)}`;
    return { type, text, markdown, box, words, ...(depth > 0 && { metadata: { list_depth: depth } }) };
  }
  return { type, text: joined, markdown: joined, box, words };
}

const maxIndents = 20;

const typeOfRole: Partial<Record<TextRole["kind"], ParsedElement["type"]>> = {
  title: "Title",
  item: "ListItem",
  caption: "FigureCaption",
  code: "CodeSnippet",
  formula: "Formula",
  note: "NarrativeText",
};

function typeOf(
  block: TextBlock,
  text: string,
  isOutlined: boolean,
  { body, pageHeight, headingsAreTagged }: BlockContext,
): ParsedElement["type"] {
  const tagged = block.role && typeOfRole[block.role.kind];
  if (tagged) return tagged;
  const { type } = classifyText(block, text, body, pageHeight);
  if (block.role && headingsAreTagged) return type === "Title" ? "NarrativeText" : type;
  return isOutlined && isPlain(type) && block.lines.length <= 4 ? "Title" : type;
}

const appendix = /^(appendix|annex|anhang|annexe|anexo|allegato|bijlage)\s+(\d{1,2}|[A-Z]|[IVX]{1,4})\b/iu;
const leadsToPage = /(?:[.·…_]\s?){5,}\s*[\divxlc-]{1,7}$/i;

/** Rows of dots that lead the eye to a page number are not text. */
function withoutLeaders(text: string): string {
  return text.replace(/\s*(?:[.·…_]\s?){5,}/g, " … ").trim();
}

function isPlain(type: ParsedElement["type"]): boolean {
  return type === "NarrativeText" || type === "ListItem" || type === "UncategorizedText";
}

function withKnownBullet(text: string): string {
  const marker = listMarker(text);
  return marker && !text.startsWith(marker.marker) ? `${marker.marker} ${text.slice(marker.length)}` : text;
}

function listMarkdown(text: string): string {
  const marker = listMarker(text);
  if (!marker) return `- ${text}`;
  return marker.ordered && /^\d+[.)]$/.test(marker.marker)
    ? text
    : `- ${marker.ordered ? text : text.slice(marker.length)}`;
}

/** The lines unchanged, with the indentation that their positions show. */
function codeText(block: TextBlock): string {
  const widths = block.lines.flatMap((line) =>
    line.words.map((word) => (word.right - word.left) / Math.max([...word.text].length, 1)),
  );
  const width = Math.max(median(widths), 1);
  return block.lines
    .map(
      (line) =>
        " ".repeat(Math.min(60, Math.max(0, Math.round((line.left - block.left) / width)))) + line.text,
    )
    .join("\n");
}

function fenced(code: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}\n${code}\n${fence}`;
}

function draftOfTable(table: TableBlock): Draft | null {
  const lines = table.rows.flat().flatMap((cell) => cell.lines);
  const rightToLeft = lines.filter((line) => line.rightToLeft).length > 0.5 * lines.length;
  const rows = table.rows.map((row) => {
    const cells = row.map((cell) => ({
      text: cellText(cell),
      colspan: cell.columns,
      rowspan: cell.rows,
      ...(cell.isHeader && { isHeader: true }),
    }));
    return rightToLeft ? cells.reverse() : cells;
  });
  const { text, markdown, html } = tableTexts(rows, table.headerRows);
  if (text === "") return null;
  const { left, top, right, bottom } = table;
  const box = { left, top, right, bottom };
  const { headerRows, columnCount } = table;
  const words = lines.flatMap((line) => line.words);
  return { type: "Table", text, markdown, html, box, words, table: { rows, headerRows, columnCount } };
}

/** Points to a hundredth: more digits would only be noise. */
export function boundingBox({ left, top, right, bottom }: Box): BoundingBox {
  const round = (value: number) => Math.round(value * 100) / 100;
  return { left: round(left), top: round(top), width: round(right - left), height: round(bottom - top) };
}
