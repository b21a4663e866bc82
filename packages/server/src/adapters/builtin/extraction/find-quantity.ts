import { fillable, typesOf } from "../../../structured/json-schema.ts";
import type { LabelReader } from "../../../text/label-words.ts";
import { numberWordsIn } from "../../../text/number-words.ts";
import { numbersIn } from "../../../text/numbers.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import type { LabelledDocument } from "./document-lines.ts";
import type { Finding } from "./finding.ts";
import type { Field } from "./schema-fields.ts";

const units =
  "second|minute|hour|day|week|month|quarter|year|meter|metre|kilometer|kilometre|km|mile|inch|kg|kilogram|gram|pound|ton|tonne|liter|litre|gallon|watt|kw|volt|bar|degree|person|people|employee|page|unit|piece|tag|woche|monat|quartal|jahr|stunde|seite|jour|semaine|mois|an|année|heure|dia|día|semana|mes|año|hora|giorno|settimana|mese|mesi|anno|ora|dag|week|maand|jaar|uur";
const unitInName = new RegExp(`\\b(${units})(?:e?s|e?n|e)?\\b`, "i");

/** Minimum share of the field's other words that the sentence or its heading must hold. */
const minShare = 0.5;

/**
 * Finds a number whose unit is in the field's name ("notice_period_days"). It is the number before that unit in a line
 * that, with its heading, holds the field's other words: "… by giving sixty (60) days written notice".
 */
export function findQuantity(field: Field, document: LabelledDocument, read: LabelReader): Finding | null {
  const types = typesOf(fillable(field.schema));
  const unit = unitInName.exec(propertyNameWords(field.name))?.[1];
  if (unit === undefined || !(types.includes("number") || types.includes("integer"))) return null;
  const afterNumber = new RegExp(
    `^\\)?[\\s-]*(?:full |calendar |business |working )?(?:${unit})(?:e?s|e?n|e)?\\b`,
    "i",
  );
  const ofUnit = new Set(read(unit).flatMap((word) => word.meanings));
  const wanted = field.words.filter(({ meanings }) => !meanings.some((meaning) => ofUnit.has(meaning)));
  let heading: string[] = [];
  let best: Finding | null = null;
  for (const [order, line] of document.lines.entries()) {
    const meanings = line.cells.flatMap(({ words }) => words.flatMap((word) => word.meanings));
    if (line.element.type === "Title") heading = meanings;
    const around = new Set([...heading, ...meanings]);
    const share =
      wanted.filter((word) => word.meanings.some((meaning) => around.has(meaning))).length / wanted.length;
    if (!(share >= minShare) || share <= (best?.score ?? 0)) continue;
    for (const { text } of line.cells) {
      const found = [...numbersIn(text, document.decimal), ...numberWordsIn(text)].find(({ end }) =>
        afterNumber.test(text.slice(end)),
      );
      if (!found || (!types.includes("number") && !Number.isInteger(found.value))) continue;
      // In "sixty (60) days" the brackets are not a minus sign.
      best = {
        reading: { value: Math.abs(found.value), text: found.text.replace(/[()]/g, ""), start: found.start },
        score: share,
        line,
        order,
      };
      break;
    }
  }
  return best;
}
