import type { ParsedElement } from "../element.ts";
import { type InlineRun, runsLinks, runsText, tidyRuns } from "./inline.ts";
import { escapeLineStarts, runsMarkdown } from "./inline-markdown.ts";
import { collapseSpaces } from "./plain-text.ts";
import type { TableCell } from "./table-cell.ts";
import { renderTable } from "./table-markup.ts";

/** Fields that every block may have besides its text. */
export type BlockOptions = { pageNumber: number; metadata?: Record<string, unknown> | undefined };

export type ListMarker = {
  /** 0 for the outermost list. */
  depth: number;
  /** "-" for a bullet, otherwise the number as displayed: "3.", "(b)", "4.2". */
  marker: string;
};

type Draft = { text: string; markdown: string; metadata?: Record<string, unknown> };

function draft(runs: readonly InlineRun[], options: BlockOptions): Draft | undefined {
  const tidy = tidyRuns(runs);
  const text = runsText(tidy);
  if (text === "") return undefined;
  const metadata = { ...runsLinks(tidy), ...options.metadata };
  return { text, markdown: runsMarkdown(tidy), ...(Object.keys(metadata).length > 0 && { metadata }) };
}

/** A heading. Undefined when it has no text. `level` is 1 for the document's title. */
export function titleBlock(
  runs: readonly InlineRun[],
  level: number,
  options: BlockOptions,
): ParsedElement | undefined {
  const found = draft(runs, options);
  if (!found) return undefined;
  const text = found.text.replace(/\s+/g, " ");
  return {
    ...found,
    type: "Title",
    text,
    ...headingMarkdown(found.markdown, level),
    pageNumber: options.pageNumber,
  };
}

function headingMarkdown(markdown: string, level: number): { markdown: string; level: number } {
  return {
    markdown: `${"#".repeat(Math.min(Math.max(level, 1), 6))} ${markdown.replace(/\s+/g, " ")}`,
    level,
  };
}

/** The same title at another level. */
export function titleAtLevel(title: ParsedElement, level: number): ParsedElement {
  return { ...title, ...headingMarkdown((title.markdown ?? title.text).replace(/^#+ /, ""), level) };
}

export type ParagraphOptions = BlockOptions & {
  type?:
    | "Header"
    | "Footer"
    | "FigureCaption"
    | "PageNumber"
    | "NarrativeText"
    | "UncategorizedText"
    | undefined;
  /** Depth of quotation. Each level puts a `> ` before every line of the Markdown. */
  quoted?: number | undefined;
};

/** Running text. Undefined when there is none. Without a given type, the text decides the type. */
export function paragraphBlock(
  runs: readonly InlineRun[],
  options: ParagraphOptions,
): ParsedElement | undefined {
  const found = draft(runs, options);
  if (!found) return undefined;
  const prefix = "> ".repeat(Math.min(options.quoted ?? 0, 8));
  const lines = escapeLineStarts(found.markdown).split("\n");
  const markdown = lines.map((line) => prefix + line).join(prefix ? "\n" : "  \n");
  return {
    ...found,
    type: options.type ?? paragraphType(found.text),
    markdown,
    pageNumber: options.pageNumber,
  };
}

export function listItemBlock(
  runs: readonly InlineRun[],
  list: ListMarker,
  options: BlockOptions,
): ParsedElement | undefined {
  const found = draft(runs, options);
  if (!found) return undefined;
  const indent = "  ".repeat(Math.min(list.depth, 20));
  const markdown = `${indent}${list.marker} ${escapeLineStarts(found.markdown).replace(/\n/g, `\n${indent}  `)}`;
  const ordered = list.marker === "-" ? {} : { list_marker: list.marker };
  const metadata = { ...found.metadata, list_depth: list.depth, ...ordered };
  return { ...found, type: "ListItem", markdown, metadata, pageNumber: options.pageNumber };
}

/** Code or preformatted text. White space is kept. */
export function codeBlock(
  code: string,
  language: string | undefined,
  options: BlockOptions,
): ParsedElement | undefined {
  const text = code.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  if (text === "") return undefined;
  const ticks = Math.max(2, ...(text.match(/^`{3,}/gm) ?? []).map((fence) => fence.length));
  const fence = "`".repeat(ticks + 1);
  const metadata = { ...(language && { language }), ...options.metadata };
  return {
    type: "CodeSnippet",
    text,
    markdown: `${fence}${language ?? ""}\n${text}\n${fence}`,
    pageNumber: options.pageNumber,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** A formula on a line of its own. `latex` goes to the Markdown. */
export function formulaBlock(text: string, latex: string, options: BlockOptions): ParsedElement | undefined {
  const linear = collapseSpaces(text.replace(/\s+/g, " "));
  if (linear === "") return undefined;
  const markdown = `$$${latex.trim() || linear}$$`;
  return { type: "Formula", text: linear, markdown, pageNumber: options.pageNumber, ...metadataOf(options) };
}

/**
 * The block as a formula, when its tidied runs hold nothing else. Formula runs have their Markdown between dollar
 * signs.
 */
export function onlyFormula(runs: readonly InlineRun[], options: BlockOptions): ParsedElement | undefined {
  const isFormula = (run: InlineRun) => run.markdown?.startsWith("$") ?? false;
  if (
    !runs.some(isFormula) ||
    !runs.every((run) => isFormula(run) || (!run.markdown && run.text.trim() === ""))
  )
    return undefined;
  const latex = runs.map((run) => run.markdown?.replace(/^\$+|\$+$/g, "") ?? "").join(" ");
  return formulaBlock(runsText(runs), latex, options);
}

export type ImageSource = {
  /** The author's description of the picture; "" when unknown. */
  description: string;
  imageBase64?: string | undefined;
  address?: string | undefined;
};

/** A picture. Undefined when neither a description nor its bytes are known. */
export function imageBlock(image: ImageSource, options: BlockOptions): ParsedElement | undefined {
  const tidy = tidyRuns([{ text: image.description.replace(/\s+/g, " ") }]);
  const text = runsText(tidy);
  if (text === "" && !image.imageBase64) return undefined;
  const metadata = { ...(image.address && { image_url: image.address }), ...options.metadata };
  return {
    type: "Image",
    text,
    markdown: `![${runsMarkdown(tidy).replace(/[[\]]/g, "\\$&")}](${image.address ?? ""})`,
    ...(image.imageBase64 && { imageBase64: image.imageBase64 }),
    pageNumber: options.pageNumber,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** A table. Undefined when every cell is empty. The cells must be clean text (`tidyRuns`, `cleanText`). */
export function tableBlock(
  rows: readonly (readonly TableCell[])[],
  headerRows: number,
  options: BlockOptions,
): ParsedElement | undefined {
  const table = renderTable(rows, { headerRows });
  if (table.text === "") return undefined;
  return { type: "Table", ...table, pageNumber: options.pageNumber, ...metadataOf(options) };
}

function metadataOf(options: BlockOptions): { metadata?: Record<string, unknown> } {
  return options.metadata && Object.keys(options.metadata).length > 0 ? { metadata: options.metadata } : {};
}

/**
 * A paragraph that is only an address is a Link. A label or a fragment is UncategorizedText. Everything else is prose.
 */
function paragraphType(text: string): "NarrativeText" | "UncategorizedText" | "Link" {
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(text)) return "Link";
  if (!/\p{L}/u.test(text)) return "UncategorizedText";
  if (
    /[.!?。！？؟।](?:\[[^\]\s]{1,8}\]|[)\]"'”’»」])*$/u.test(text) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{10}/u.test(text)
  ) {
    return "NarrativeText";
  }
  return text.split(/\s+/, 5).length >= 5 ? "NarrativeText" : "UncategorizedText";
}
