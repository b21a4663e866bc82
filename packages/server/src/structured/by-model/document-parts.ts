import type { Element } from "../../elements/element.ts";
import { cutToTokens, estimateTokens } from "../../models/estimate-tokens.ts";
import { quotedData } from "../../models/quoted-data.ts";
import type { ExtractionDocument } from "../extractor.ts";

/** A part of documents that a model reads at once. */
export type DocumentPart = { documents: ExtractionDocument[]; lines: string[]; tokens: number };

/** Elements at the end of a part come again at the beginning of the next, up to this share of it. */
const overlap = 0.1;

type Entry = { document: ExtractionDocument; element: Element; line: string; tokens: number };

/**
 * Documents in parts of at most `maxTokens`, in order. An element that is longer is cut. A part overlaps the one before
 * it in the same document, so that what stands across a border is whole in one of them.
 */
export function documentParts(documents: ExtractionDocument[], maxTokens: number): DocumentPart[] {
  const parts: Entry[][] = [];
  let part: Entry[] = [];
  let tokens = 0;
  for (const entry of documents.flatMap((document) => [...entriesOf(document, maxTokens / 2)])) {
    if (tokens + entry.tokens > maxTokens && part.length > 0) {
      parts.push(part);
      part = tailOf(part, entry.document, maxTokens * overlap);
      tokens = part.reduce((sum, each) => sum + each.tokens, 0);
    }
    part.push(entry);
    tokens += entry.tokens;
  }
  if (part.length > 0) parts.push(part);
  return parts.map(partOf);
}

function* entriesOf(document: ExtractionDocument, maxTokens: number): Generator<Entry> {
  for (const element of document.elements) {
    for (let rest = element.text; rest.trim() !== ""; ) {
      const text = cutToTokens(rest, maxTokens);
      rest = rest.slice(text.length);
      const line = quotedData({ page: element.pageNumber, type: element.type, text });
      yield { document, element: { ...element, text }, line, tokens: estimateTokens(line) };
    }
  }
}

function tailOf(part: Entry[], document: ExtractionDocument, maxTokens: number): Entry[] {
  let tokens = 0;
  const start = part.findLastIndex((entry) => {
    tokens += entry.tokens;
    return tokens > maxTokens || entry.document !== document;
  });
  return part.slice(start + 1);
}

function partOf(entries: Entry[]): DocumentPart {
  const documents: ExtractionDocument[] = [];
  const lines: string[] = [];
  let last: ExtractionDocument | undefined;
  for (const { document, element, line } of entries) {
    if (document !== last) {
      documents.push({ ...document, elements: [] });
      lines.push(quotedData({ document: document.fileName }));
      last = document;
    }
    documents.at(-1)?.elements.push(element);
    lines.push(line);
  }
  return { documents, lines, tokens: entries.reduce((sum, { tokens }) => sum + tokens, 0) };
}
