import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { rtfBlocks } from "./rtf-blocks.ts";
import { createRtfReader } from "./rtf-reader.ts";
import { rtfTokens } from "./rtf-tokens.ts";

const tokensBetweenReports = 100_000;

/**
 * Parses RTF, which many programs write under the extension .doc: paragraphs, headings, lists with their numbers, tables,
 * footnotes, headers and footers.
 */
export async function parseRichText({ bytes }: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const blocks = rtfBlocks();
  const reader = createRtfReader(blocks);
  let count = 0;
  for (const token of rtfTokens(source)) {
    if (count % tokensBetweenReports === 0) context.onProgress({ done: 0, total: 1, unit: "elements" });
    count += 1;
    reader.take(token);
  }
  reader.finish();
  const { elements, totalPages } = blocks.finish();
  if (elements.length === 0)
    throw new ParseError("The document contains no text. Check the file and upload it again.");
  context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
  return { elements, totalPages, failedPages: [] };
}
