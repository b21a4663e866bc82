import type { CompareTexts } from "../../../models/compare-meaning.ts";
import type { FoundPlace } from "../../../structured/extractor.ts";
import { fillable, isObject, pointerKeys, typesOf } from "../../../structured/json-schema.ts";
import { detectLanguage } from "../../../text/detect-language.ts";
import { isLabelNumber } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Filled, Leaf } from "./filled.ts";
import { textual } from "./finding.ts";
import { type LabelledPair, labelledPairs } from "./labelled-pairs.ts";
import { type Comparison, meantLabels } from "./meant-labels.ts";
import { type Reading, readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";
import { readSentence, valueSentences } from "./value-sentences.ts";

/** Below this a label is more often another property's. */
const leastCertain = 0.4;
/** Maximum characters before the value in what stands at a label. */
const farthest = 60;

/** Properties beyond are left to the rules: each takes some 10 ms. */
const maxCompared = 100;

/** A label with its value, or a sentence that is both. */
type Pair = LabelledPair & { document: LabelledDocument; isSentence: boolean };

/**
 * Fills what the rules left: each property takes the label that means the same, if the value there has its form and no other
 * property has it. What `byRules` has is kept, but for guesses. Without vectors nothing changes.
 */
export async function fillByMeaning(
  byRules: Filled,
  leaves: readonly Leaf[],
  documents: readonly LabelledDocument[],
  compareTexts: CompareTexts,
): Promise<Filled> {
  const open = new Set(
    leaves.filter(({ isOpen, field }) => isOpen && !isNumbered(field) && hasUnknownWord(field, documents)),
  );
  if (open.size === 0) return byRules;
  const paths = new Set([...open].map(({ path }) => path));
  const kept = byRules.places.filter(({ path }) => !paths.has(path));
  const pairs = documents
    .flatMap((document) => [
      ...labelledPairs(document).map((pair) => ({ ...pair, document, isSentence: false })),
      ...valueSentences(document).map((pair) => ({ ...pair, document, isSentence: true })),
    ])
    .filter((pair) => !kept.some((place) => isAt(place, pair)));
  // Those that have a value are compared as well: a label may be nearer to them.
  const compared = leaves.slice(0, maxCompared);
  const readings = compared.map((leaf) =>
    pairs.map((pair) => (open.has(leaf) ? readingAt(leaf.field, pair) : null)),
  );
  // Each text that is compared takes some milliseconds: only those with a value for a property are.
  const useful = pairs.flatMap((_, label) => (readings.some((read) => read[label]) ? [label] : []));
  if (useful.length === 0) return byRules;
  const labels = useful.map((label) => pairs[label]?.label ?? "");
  const isEnglish = isInEnglish(documents);
  const comparisons: Comparison[] = [];
  for (const [property, { names, field }] of compared.entries()) {
    const likeness = await compareTexts(asked(names, field), labels, isEnglish, labels.length);
    if (likeness === null) return byRules;
    const fits = useful.map((label) => readings[property]?.[label] != null);
    comparisons.push({ cosines: likeness.cosines, fits, isText: textual.has(field.kind) });
  }
  const filled: Filled = { value: structuredClone(byRules.value), places: [...byRules.places] };
  for (const { property, label, certainty } of meantLabels(comparisons, leastCertain)) {
    const at = useful[label] ?? -1;
    const reading = readings[property]?.[at];
    const pair = pairs[at];
    const path = leaves[property]?.path;
    if (!reading || !pair || path === undefined || !setAt(filled.value, path, reading.value)) continue;
    filled.places = filled.places.filter((place) => place.path !== path);
    filled.places.push({ ...placeOf(pair, reading), path, score: certainty });
  }
  return filled;
}

/**
 * Where the lexicon knows every word of a property, it knows its labels as well, and one that none of them fits has no value: of
 * such properties of invoices 1 of 65 values by meaning was right.
 */
const hasUnknownWord = ({ name }: Field, [document]: readonly LabelledDocument[]): boolean =>
  document?.read(propertyNameWords(name), "name").some(({ known }) => !known) ?? false;

/** A year or a number says which of several: "Revenue" is no label of `revenue_2022`. */
const isNumbered = ({ words, year }: Field): boolean => year !== null || words.some(isLabelNumber);

/** A sentence may state more than one value. */
const isAt = ({ elementId, text }: FoundPlace, { line, value, isSentence }: Pair): boolean =>
  !isSentence && line.element.elementId === elementId && value.includes(text);

/** The words of a property as people write labels, with what the schema says of it. */
function asked(names: string[], { schema }: Field): string {
  const name = names.map(propertyNameWords).join(" ").toLowerCase();
  const { description } = { ...fillable(schema), ...schema };
  return typeof description === "string" ? `${name}: ${description}` : name;
}

const isInEnglish = (documents: readonly LabelledDocument[]): boolean => {
  const texts = documents.flatMap(({ elements }) => elements.map(({ text }) => text.toLowerCase()));
  return detectLanguage(texts.flatMap((text) => text.match(/\p{L}+/gu) ?? [])) === "en";
};

function readingAt(field: Field, { value, document, isSentence }: Pair): Reading | null {
  const reading = isSentence ? readSentence(field, value, document) : readValue(field, value, document);
  if (!reading || (!isSentence && reading.start > farthest)) return null;
  const isCount = typesOf(fillable(field.schema)).includes("integer");
  return isCount && /\p{Sc}/u.test(value) ? null : reading;
}

const placeOf = ({ line, document }: Pair, { text }: Reading): Omit<FoundPlace, "path"> => ({
  fileId: document.fileId,
  elementId: line.element.elementId,
  text,
  basis: "meaning",
});

/** Sets a value inside of objects. False where the path leads through none. */
function setAt(value: unknown, path: string, leaf: unknown): boolean {
  const keys = pointerKeys(path);
  const last = keys.pop();
  const parent = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
  if (!isObject(parent) || last === undefined || !Object.hasOwn(parent, last)) return false;
  parent[last] = leaf;
  return true;
}
