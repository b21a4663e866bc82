import type { Extractor } from "../../../structured/extractor.ts";
import { createLabelReader } from "../../../text/label-words.ts";
import { dateOrderHint, type LabelledDocument, labelledDocument } from "./document-lines.ts";
import { fillSchema } from "./fill-schema.ts";

/**
 * Fills a schema without a model. It matches labels with their values, table columns, lists, and values known by their
 * form to the names and descriptions of the schema. It is deterministic and uses no tokens. A value is null when
 * nothing is found. It never guesses, infers or summarises.
 */
export const createRuleBasedExtractor = (): Extractor => {
  const read = createLabelReader();
  return async ({ documents, instruction, schema }, signal) => {
    signal.throwIfAborted();
    const hint = dateOrderHint(instruction);
    const prepared: LabelledDocument[] = [];
    for (const document of documents) prepared.push(await labelledDocument(document, read, hint, signal));
    const context = { documents: prepared, instruction, read, signal };
    const { value, places } = await fillSchema(schema, [], "", context);
    return { value, rawJson: JSON.stringify(value), usage: { tokensIn: 0, tokensOut: 0 }, places };
  };
};
