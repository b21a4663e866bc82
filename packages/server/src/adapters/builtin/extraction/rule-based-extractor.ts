import { noTokens } from "../../../models/usage.ts";
import type { Extractor } from "../../../structured/extractor.ts";
import { createLabelReader } from "../../../text/label-words.ts";
import { dateOrderHint, type LabelledDocument, labelledDocument } from "./document-lines.ts";
import { fillByMeaning } from "./fill-by-meaning.ts";
import { fillSchema } from "./fill-schema.ts";
import type { Leaf } from "./filled.ts";

/**
 * Fills a schema without a model. It matches labels with their values, table columns, lists, and values known by their
 * form to the names and descriptions of the schema; where words do not meet and an encoder is there, by what labels mean. It is deterministic and uses no tokens. A value is null when
 * nothing is found. It never guesses, infers or summarises.
 */
export const createRuleBasedExtractor = (): Extractor => {
  const read = createLabelReader();
  return async ({ documents, instruction, schema, compareTexts }, signal) => {
    signal.throwIfAborted();
    const hint = dateOrderHint(instruction);
    const prepared: LabelledDocument[] = [];
    for (const document of documents) prepared.push(await labelledDocument(document, read, hint, signal));
    const uncertainRows = new Set<string>();
    const leaves: Leaf[] = [];
    const context = { documents: prepared, instruction, read, uncertainRows, leaves, signal };
    const byRules = await fillSchema(schema, [], "", context);
    const { value, places } = compareTexts
      ? await fillByMeaning(byRules, leaves, prepared, compareTexts)
      : byRules;
    const message = uncertainRows.size > 0 ? { message: rowsMessage([...uncertainRows]) } : {};
    return { value, rawJson: JSON.stringify(value), usage: noTokens, places, ...message };
  };
};

/** Maximum rows that are named one by one, and characters of each. */
const maxNamed = 5;
const maxLength = 60;

function rowsMessage(rows: string[]): string {
  const named = rows
    .slice(0, maxNamed)
    .map((row) => (row.length > maxLength ? `${row.slice(0, maxLength)}…` : row));
  const more = rows.length > maxNamed ? ` and ${rows.length - maxNamed} more` : "";
  const count = rows.length === 1 ? "1 row below a sum was" : `${rows.length} rows below a sum were`;
  return `${count} taken for no item (${named.join("; ")}${more}): a column is empty there that all items fill.`;
}
