import type { ExtractionDocument } from "./extractor.ts";
import { fillable, type JsonSchema } from "./json-schema.ts";

/** A longer text is a summary, which no element holds word for word. */
export const maxQuotedWords = 12;
/** Share of a summary's longer words that the documents must have. */
const summaryShare = 0.7;

/** The longer words of documents, in lower case. */
export const longWordsOf = (documents: ExtractionDocument[]): Set<string> =>
  new Set(documents.flatMap(({ elements }) => elements.flatMap(({ text }) => longWords(text))));

/**
 * Whether a value may follow from the documents although no element holds it: a choice of the schema, yes or no, and a
 * summary in the documents' own words. Such values stay, without evidence.
 */
export function isDrawnValue(schema: JsonSchema, value: unknown, words: () => Set<string>): boolean {
  if (typeof value === "boolean" || Array.isArray(fillable(schema, value).enum)) return true;
  if (typeof value !== "string" || value.split(/\s+/).length <= maxQuotedWords) return false;
  const said = longWords(value);
  const known = words();
  return said.filter((word) => known.has(word)).length >= said.length * summaryShare;
}

const longWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
