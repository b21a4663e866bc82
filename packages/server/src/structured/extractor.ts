import type { Element } from "../elements/element.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import type { TokenUsage } from "../models/usage.ts";

/** A document as an extractor sees it: all of its elements in order. */
export type ExtractionDocument = { fileId: string; fileName: string; elements: Element[] };

export type ExtractionRequest = {
  documents: ExtractionDocument[];
  /** The user's guidance in words. */
  instruction: string;
  /** A JSON Schema that was checked before (`structured/`). */
  schema: Record<string, unknown>;
  thinkingLevel: ThinkingLevel;
};

/** Where a value of the draft was found. */
export type Evidence = {
  /** JSON pointer into the draft's value. */
  path: string;
  fileId: string;
  elementId: string;
  /** 1-based. */
  pageNumber: number;
  /** Word for word from the element. */
  text: string;
};

/** What was found, before validation: `rawJson` is the text, `value` the same parsed and coerced to the schema's types. */
export type ExtractionDraft = { value: unknown; rawJson: string; usage: TokenUsage; evidence: Evidence[] };

/** Port: fills a schema from documents; null where a document does not say. */
export type Extractor = (request: ExtractionRequest, signal: AbortSignal) => Promise<ExtractionDraft>;
