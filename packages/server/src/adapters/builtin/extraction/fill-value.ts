import type { Basis, FoundPlace } from "../../../structured/extractor.ts";
import { fillable, type JsonSchema } from "../../../structured/json-schema.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import { type FillContext, type Filled, nothing } from "./filled.ts";
import { findInGrid, findWholeInGrid } from "./find-in-grid.ts";
import { readLabels } from "./find-labelled.ts";
import { findPeriod, namesPeriod } from "./find-period.ts";
import { findQuantity } from "./find-quantity.ts";
import { findStatement } from "./find-statement.ts";
import { agreesWithSums, findSum, sumOf } from "./find-sum.ts";
import { findLabelledParty, findUnlabelled } from "./find-unlabelled.ts";
import { type Finding, noValue } from "./finding.ts";
import { type Field, fieldOf } from "./schema-fields.ts";

/**
 * A single value: from the first document in which a label, a sentence, a sum or a form gives it; null when none does, and where the
 * label of the property says that there is none.
 */
export function fillValue(schema: JsonSchema, names: string[], path: string, context: FillContext): Filled {
  const name = names.at(-1);
  const shape = fillable(schema);
  if ("const" in shape) return { value: shape.const, places: [] };
  if (name === undefined) return nothing;
  const field = fieldOf(name, schema, names.slice(0, -1), context.instruction, context.read);
  // Where the label of the field says that there is no value, no other place has one.
  const denied = new Set<LabelledDocument>();
  for (const [find, basis] of findersOf(field)) {
    for (const document of context.documents) {
      if (denied.has(document)) continue;
      const found = find(field, document, context.read);
      if (found === noValue) denied.add(document);
      else if (found && agreesWithSums(field, found.reading.value, document)) {
        const places = placesOf({ basis, ...found }, path, document);
        context.leaves?.push({ path, names, field, isOpen: places.every(isGuess) });
        return { value: found.reading.value, places };
      }
    }
  }
  context.leaves?.push({ path, names, field, isOpen: denied.size < context.documents.length });
  return nothing;
}

/** Found by its place on the page alone. */
const isGuess = ({ basis }: FoundPlace): boolean => basis === "place";

type Find = (field: Field, document: LabelledDocument, read: LabelReader) => Finding | null | typeof noValue;

/** The customer is told from its place and its label together; other values first by their labels. */
function findersOf(field: Field): [Find, Basis][] {
  const byLabel: [Find, Basis] = [readLabels, "label"];
  const unlabelled: [Find, Basis] = [findUnlabelled, formed.has(field.kind) ? "form" : "place"];
  const statement: [Find, Basis] = [findStatement, "prose"];
  const party: [Find, Basis] = [findLabelledParty, "label"];
  if (field.kind === "customer") return [party, statement, unlabelled, byLabel];
  const others: [Find, Basis][] = [
    [findWholeInGrid, "heads"],
    byLabel,
    [findQuantity, "prose"],
    statement,
    [findInGrid, "heads"],
    unlabelled,
  ];
  if (field.kind === "organisation") others.unshift(party);
  // A label alone takes the first date of a period for its end.
  others.splice(namesPeriod(field) ? 0 : 2, 0, [findPeriod, "label"]);
  // A quoted label is the user's own; else the sums of a paper are told from each other first.
  return field.quoted.length === 0 && sumOf(field) !== null ? [[findSum, "amount"], ...others] : others;
}

/** Kinds whose values nothing else looks like. */
const formed = new Set(["email", "url", "iban", "siren", "vatNumber"]);

const placesOf = (
  { reading, line, score, basis, others = [] }: Finding,
  path: string,
  { fileId }: LabelledDocument,
): FoundPlace[] =>
  [{ text: reading.text, line }, ...others].map(({ text, line: { element } }) => ({
    path,
    fileId,
    elementId: element.elementId,
    text,
    score,
    ...(basis && { basis }),
  }));
