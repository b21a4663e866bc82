import type { FoundPlace } from "../../../structured/extractor.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";

export type FillContext = {
  documents: LabelledDocument[];
  instruction: string;
  read: LabelReader;
  signal: AbortSignal;
};
export type Filled = { value: unknown; places: FoundPlace[] };

export const nothing: Filled = { value: null, places: [] };

/** Maximum values with evidence. More help nobody. */
export const maxEvidence = 5_000;
