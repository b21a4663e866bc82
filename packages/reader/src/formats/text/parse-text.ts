import { decodeText } from "../../charset/charset.ts";
import { withCharset } from "../../charset/charset-metadata.ts";
import type { ParsedElement } from "../../element.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { refuseBinary } from "./refuse-binary.ts";
import { withoutTerminalCodes } from "./terminal-codes.ts";
import { type LineBlock, textElements } from "./text-elements.ts";

/** Elements between two progress reports. */
const elementsBetweenReports = 2_000;

/**
 * Parses plain text. Blank lines divide paragraphs, form feeds end pages, and the form of the lines shows the
 * structure.
 */
export async function parseText(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0)
    throw new ParseError("This file is empty. Check the file and upload it again.");
  const { text: decoded, ...encoding } = decodeText(input.bytes);
  const text = withoutTerminalCodes(decoded);
  refuseBinary(text, input);
  const pages = withoutLastBreak(text).split("\f");
  const blocks = pages.flatMap((page, index) => lineBlocks(page, index + 1));
  if (blocks.length === 0)
    throw new ParseError("The file contains no text, only white space. Check the file and upload it again.");
  const elements: ParsedElement[] = [];
  for (const element of textElements(blocks)) {
    if (elements.length % elementsBetweenReports === 0) {
      context.onProgress({
        done: elements.length,
        total: Math.max(blocks.length, elements.length),
        unit: "elements",
      });
    }
    elements.push(element);
  }
  context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
  return { elements: withCharset(elements, encoding), totalPages: pages.length, failedPages: [] };
}

/** The text without the form feed that ends the last page, and without the white space after it. */
function withoutLastBreak(text: string): string {
  const end = text.trimEnd().length;
  const formFeed = text.indexOf("\f", end);
  return formFeed === -1 ? text : text.slice(0, formFeed);
}

/**
 * Limits for a block without blank lines, because logs and dumps are one long block. A line is cut at the last space
 * before its limit.
 */
const maxBlockLines = 1_000;
const maxLineLength = 20_000;

/** Blocks of lines between blank lines. White space at line ends is removed. */
export function lineBlocks(text: string, pageNumber: number): LineBlock[] {
  const blocks: LineBlock[] = [];
  let lines: string[] = [];
  const endBlock = () => {
    if (lines.length > 0) blocks.push({ lines, pageNumber });
    lines = [];
  };
  for (const raw of text.split(/\r\n|[\n\r\u2028\u2029\u0085\v]/)) {
    const line = raw.trimEnd();
    if (line === "" || lines.length >= maxBlockLines) endBlock();
    if (line.length > maxLineLength) {
      endBlock();
      for (const piece of shortPieces(line)) blocks.push({ lines: [piece], pageNumber });
    } else if (line !== "") lines.push(line);
  }
  endBlock();
  return blocks;
}

/** Cuts a text into pieces of at most 20,000 characters, at spaces where there are any. */
export function shortPieces(text: string): string[] {
  const cut: string[] = [];
  for (let start = 0; start < text.length; ) {
    const piece = text.slice(start, start + maxLineLength);
    // Searched in the piece only: a text without a space would be searched up to its beginning each time.
    const space = start + piece.length < text.length ? piece.lastIndexOf(" ") : -1;
    const length = space > 0 ? space : piece.length;
    cut.push(piece.slice(0, length));
    start += length;
  }
  return cut;
}
