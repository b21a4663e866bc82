import type { FoundPlace } from "../../../structured/extractor.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";

export type FillContext = {
  documents: LabelledDocument[];
  instruction: string;
  read: LabelReader;
  /** Rows of tables that were taken for no items of a list, as they are there. Filled while the schema is. */
  uncertainRows: Set<string>;
  signal: AbortSignal;
};
export type Filled = { value: unknown; places: FoundPlace[] };

export const nothing: Filled = { value: null, places: [] };

/** Maximum values with evidence. More do not help. */
export const maxEvidence = 5_000;
