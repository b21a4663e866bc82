import type { FoundPlace } from "../../../structured/extractor.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Field } from "./schema-fields.ts";

export type FillContext = {
  documents: LabelledDocument[];
  instruction: string;
  read: LabelReader;
  /** Rows of tables that were taken for no items of a list, as they are there. Filled while the schema is. */
  uncertainRows: Set<string>;
  /** Single values outside of lists; filled while the schema is. Absent where they are not wanted. */
  leaves?: Leaf[] | undefined;
  signal: AbortSignal;
};

/** A property with a single value; `names` are those on its path, outermost first. */
export type Leaf = {
  path: string;
  names: string[];
  field: Field;
  /** Whether a label may still say its value: none was found, or a guess by place, and no label says that there is none. */
  isOpen: boolean;
};

export type Filled = { value: unknown; places: FoundPlace[] };

export const nothing: Filled = { value: null, places: [] };

/** Maximum values with evidence. More do not help. */
export const maxEvidence = 5_000;
