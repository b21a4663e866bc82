import { propertyNameWords } from "../../../text/property-name-words.ts";
import { foldAccents } from "../../../text/terms.ts";
import type { LabelledDocument } from "./document-lines.ts";
import { type Finding, noValue, textual } from "./finding.ts";
import { isTotal, labelsIn } from "./label-match.ts";
import type { CellPlace } from "./line.ts";
import type { Field } from "./schema-fields.ts";
import { valueAt } from "./value-at-label.ts";

/** Minimum match. A weaker label belongs to another field. */
const minScore = 0.55;
/** Minimum match for text values. Text fits any label, so the label must clearly be the field's own. */
const minOfText = 0.7;
/** Minimum match for numbers of papers, people and things: nearly everything on a paper has one. */
const minOfNumber = 0.6;
/** Bonus of a label that is the field's own name. */
const ownName = 0.1;
/** Penalty for a total of zero. */
const emptyTotal = 0.2;
/** Minimum match of a label that says so. */
const minOfDenial = 0.9;

/** The best value for a field at a label of the document. Null when no label matches, or when none has a suitable value. */
export function findLabelled(field: Field, document: LabelledDocument): Finding | null {
  const found = readLabels(field, document);
  return found === noValue ? null : found;
}

/** The same, and `noValue` where the field's own label has no value that fits. */
export function readLabels(field: Field, document: LabelledDocument): Finding | null | typeof noValue {
  if (field.words.length === 0) return null;
  let findings: Finding[] = [];
  let isDenied = false;
  /** The same at a label that is the field's own name. */
  let isDeniedByName = false;
  const named = new Set<Finding>();
  const lowest = textual.has(field.kind) ? minOfText : field.kind === "identifier" ? minOfNumber : minScore;
  for (const { order, column } of cellsFor(field, document)) {
    const line = document.lines[order];
    const cell = line?.cells[column];
    if (!line || !cell) continue;
    for (const label of labelsIn(cell, field)) {
      const found =
        label.score < lowest ? null : valueAt(field, label, { document, line, column, cell, order });
      const isNamed = isNameOf(field, cell.text.slice(label.start, label.end));
      if (found === noValue) {
        isDenied ||= label.score >= minOfDenial;
        isDeniedByName ||= isNamed;
      } else if (found) {
        const own = isNamed ? { ...found, score: found.score + ownName } : found;
        findings.push(own);
        if (isNamed) named.add(own);
      }
    }
  }
  // "Phone: none" above "Mobile: 0151 …": another word for the field has the value of another field.
  if (isDeniedByName && !isTotal(field)) findings = findings.filter((each) => named.has(each));
  const best = isTotal(field) ? mostAgreed(findings) : firstBest(findings);
  return best === null && isDenied ? noValue : best;
}

const isNameOf = ({ name }: Field, label: string): boolean =>
  plainName(label) === plainName(propertyNameWords(name));

/** Names of properties have no accents, and write umlauts out. */
const plainName = (text: string): string => foldAccents(text.trim()).replace(/([aou])e/g, "$1");

/** The cells that could hold a label of the field, in order. */
function cellsFor(field: Field, document: LabelledDocument): CellPlace[] {
  if (field.quoted.length > 0) {
    return document.lines.flatMap(({ cells }, order) => cells.map((_, column) => ({ order, column })));
  }
  const places = new Map<string, CellPlace>();
  for (const meaning of new Set(field.words.flatMap(({ meanings }) => meanings))) {
    for (const place of document.places.get(meaning) ?? [])
      places.set(`${place.order} ${place.column}`, place);
  }
  return [...places.values()].sort((a, b) => a.order - b.order || a.column - b.column);
}

const firstBest = (findings: Finding[]): Finding | null =>
  findings.reduce<Finding | null>(
    (best, next) => (best && best.score >= next.score - 1e-9 ? best : next),
    null,
  );

/** Weight of a further label with the same value. */
const agreement = 0.05;
/** How close to the best label's score a further label must be to count. */
const agreeing = 0.15;

/**
 * A total appears in several places under several labels. Returns the amount that most of them give; of equals, the
 * larger one.
 */
function mostAgreed(findings: Finding[]): Finding | null {
  const votes = new Map<number, { finding: Finding; score: number }>();
  for (const finding of findings) {
    const amount = Number(finding.reading.value);
    const weighed = amount === 0 ? { ...finding, score: finding.score - emptyTotal } : finding;
    const known = votes.get(amount);
    if (!known) votes.set(amount, { finding: weighed, score: weighed.score });
    else {
      const best = weighed.score > known.finding.score ? weighed : known.finding;
      const agrees = Math.min(weighed.score, known.finding.score) >= best.score - agreeing;
      votes.set(amount, {
        finding: best,
        score: Math.max(weighed.score, known.score) + (agrees ? agreement : 0),
      });
    }
  }
  const [best] = [...votes.entries()].sort(([a, x], [b, y]) => y.score - x.score || b - a);
  return best?.[1].finding ?? null;
}
