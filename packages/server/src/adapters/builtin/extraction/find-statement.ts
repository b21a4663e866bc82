import type { LabelledDocument } from "./document-lines.ts";
import { roleIn } from "./find-role.ts";
import type { Finding } from "./finding.ts";
import { labelsIn } from "./label-match.ts";
import type { Line } from "./line.ts";
import { type Reading, readValue } from "./read-value.ts";
import { type Field, isInstitution } from "./schema-fields.ts";

/** A statement names its subject in full: text fits any label. */
const minLabel = 0.58;
/** Maximum characters between the verb and the value. */
const maxDistance = 20;
const certainty = 0.9;

const verbs =
  /(?<=[\p{L})])\s+(?:(?:is|are|was|were|shall be|will be|ist|sind|betr[aä]gt|betragen|lautet|est|sont|es|son|è|sono|é|bedraagt)\s+(?:the\s+|a\s+|an\s+|called\s+)?|(?:of|as|von|als|de|di|van)\s+(?=\p{Lu}))/gu;
const namePart = /^\s+(?:of|von|de|di|van)\s/;
/** Where the complement of a statement ends: at the sentence, or where another statement begins. */
const end =
  /[.;](?:\s|$)|,\s+(?:which|who|and|the|der|die|das|und|qui)\b|\s(?:and|und|et|y|e|en)\s+(?:the|der|die|das|le|la|il|el|de|het|your|his|her|its)\s/u;

/** Finds a value in prose: "The harbour master is Ingrid Solberg." The subject is the label, the complement the value. */
export function findStatement(field: Field, document: LabelledDocument): Finding | null {
  if (field.words.length === 0) return null;
  let best: Finding | null = null;
  for (const { line, order, text } of sentencesWith(field, document)) {
    const found =
      complementOf(field, text, line, document) ??
      roleIn(field, text, document) ??
      appositionOf(field, text, line);
    if (found && found.score > (best?.score ?? 0)) best = { ...found, line, order };
  }
  return best;
}

function* sentencesWith(field: Field, document: LabelledDocument) {
  const orders = new Set(
    field.words.flatMap(({ meanings }) =>
      meanings.flatMap((meaning) => (document.places.get(meaning) ?? []).map(({ order }) => order)),
    ),
  );
  for (const order of orders) {
    const line = document.lines[order];
    if (line && line.grid === null && line.element.type !== "Title")
      for (const { text } of line.cells) yield { line, order, text };
  }
}

type Found = { reading: Reading; score: number };

function complementOf(field: Field, text: string, line: Line, document: LabelledDocument): Found | null {
  const cell = line.cells.find((each) => each.text === text);
  if (!cell) return null;
  for (const { 0: verb, index } of text.matchAll(verbs)) {
    // "University of Leeds" is one name.
    if (isInstitution(field) && namePart.test(verb)) continue;
    const from = sentenceStart(text, index);
    // The subject's last words must be the label: "the master of the ship is" says nothing of the master.
    const subject = {
      text: text.slice(0, index),
      words: cell.words.filter((word) => word.start >= from && word.end <= index),
    };
    const label = labelsIn(subject, field).find(
      ({ score, end: last }) => score >= minLabel && index - last <= 2,
    );
    if (!label) continue;
    const after = text.slice(index + verb.length);
    const complement = after.slice(0, end.exec(after)?.index ?? after.length);
    const reading = readValue(field, complement, document);
    if (reading && reading.start <= maxDistance)
      return { reading, score: Math.min(1, label.score) * certainty };
  }
  return null;
}

/** "Your adviser, Mary Riou, is at your disposal": a name between commas, right after the label. */
function appositionOf(field: Field, text: string, line: Line): Found | null {
  const cell = line.cells.find((each) => each.text === text);
  if (!cell || (field.kind !== "text" && field.kind !== "person")) return null;
  for (const label of labelsIn(cell, field)) {
    const name = nameBetweenCommas.exec(text.slice(label.end))?.[1];
    if (label.score >= minLabel && name !== undefined)
      return { reading: { value: name, text: name, start: 0 }, score: Math.min(1, label.score) * certainty };
  }
  return null;
}

const nameBetweenCommas = /^,\s+((?:\p{Lu}[\p{L}.'’-]*\s){1,3}\p{Lu}[\p{L}'’-]+),\s/u;

function sentenceStart(text: string, before: number): number {
  let start = 0;
  for (const { 0: stop, index } of text.slice(0, before).matchAll(/[.!?;]\s+(?=\p{Lu})/gu))
    start = index + stop.length;
  return start;
}
