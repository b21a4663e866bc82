import type { Element } from "../elements/element.ts";
import type { CompareTexts } from "../models/compare-meaning.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import type { TokenUsage } from "../models/usage.ts";

/** A document for an extractor: all of its elements in order. */
export type ExtractionDocument = { fileId: string; fileName: string; elements: Element[] };

export type ExtractionRequest = {
  documents: ExtractionDocument[];
  /** The user's instruction in words. */
  instruction: string;
  /** A JSON Schema that `structured/` has checked. */
  schema: Record<string, unknown>;
  thinkingLevel: ThinkingLevel;
  /** Compares names of properties with labels by their meaning. Absent without an encoder: then words alone decide. */
  compareTexts?: CompareTexts | undefined;
};

/**
 * What ties a value to its property. `label`: a label of its own. `heads`: the heads of its row and its column. `column`: the
 * head of its column, in a list of rows. `list`: an item of a list under its label. `prose`: a sentence. `sums`: amounts of the
 * paper that make each other. `meaning`: a label that means the same in other words, by an encoder. `amount`: the words before an amount alone. `form`: check digits or a form that nothing else has.
 * `place`: where it stands, such as a letterhead. `named`: words of the property's name near it.
 */
export type Basis =
  | "label"
  | "heads"
  | "column"
  | "list"
  | "prose"
  | "sums"
  | "amount"
  | "form"
  | "place"
  | "meaning"
  | "named";

/** Where an extractor says that it found a value. `groundValues` checks it. */
export type FoundPlace = {
  /** JSON pointer into the draft's value. A value whose words are in several elements has several places. */
  path: string;
  fileId: string;
  elementId: string;
  /** The words that hold the value. */
  text: string;
  /** How well the place fits the property, 0 to 1. Absent when the extractor cannot say. */
  score?: number;
  /** Absent when the value merely is there. */
  basis?: Basis;
};

/**
 * The values found, before validation. `rawJson` is the text; `value` is the same, parsed and coerced to the schema's
 * types, or what is left of it after it was checked against the documents.
 */
export type ExtractionDraft = {
  value: unknown;
  rawJson: string;
  usage: TokenUsage;
  places: FoundPlace[];
  /** Which parts of the documents were not read or not taken, as a message for the caller. Absent when all were. */
  message?: string;
};

/** Port: fills a schema from documents. A value is null when the documents do not hold it. */
export type Extractor = (request: ExtractionRequest, signal: AbortSignal) => Promise<ExtractionDraft>;
