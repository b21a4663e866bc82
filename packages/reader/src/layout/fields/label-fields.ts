import type { FieldBlock } from "../lines/placed-block.ts";
import { around, type Box, contains, overlap } from "../page/box.ts";
import { joinWords } from "../page/line.ts";
import type { FormField, Word } from "../page/page.ts";

/** Distances in font sizes: between the words of a label, and between a label and its field. */
const maxSpace = 1.3;
const maxAside = 12;
const maxAbove = 1.2;
const maxTickGap = 2.5;
const maxLabelWords = 30;
/** Fields of one column begin and end this close together (points). */
const maxColumnOffset = 3;
/** Dots and dashes that are printed where the text goes. */
const printedLine = /^[_.…·\-–—]+$/u;
const sentenceEnd = /[.!?]$/;

export type LabelledFields = {
  /** Fields with their labels, each at its place on the page. */
  blocks: FieldBlock[];
  /** Fields inside a sentence. Their values stay part of it. */
  inline: FieldBlock[];
  /** The words of the page without labels and values. */
  words: readonly Word[];
};

/**
 * Finds the words that say what a field is for: those on its left or above it, and those on the right of a tick box.
 * Words and fields are in the same coordinates, and the words read from left to right.
 */
export function labelFields(fields: readonly FormField[], words: readonly Word[]): LabelledFields {
  if (fields.length === 0) return { blocks: [], inline: [], words };
  const blocks: FieldBlock[] = [];
  const inline: FieldBlock[] = [];
  const used = new Set<Word>();
  const sorted = [...fields].sort((a, b) => a.top - b.top || a.left - b.left);
  const printed = words.filter((word) => !sorted.some((field) => contains(field, ...middle(word))));
  for (const field of sorted) {
    const free = printed.filter((word) => !used.has(word) && !printedLine.test(word.text));
    const label = labelOf(field, free, sorted);
    const text = labelText(joinWords(label)) || (field.kind === "text" ? labelAbove(field, blocks) : "");
    if (isInSentence(field, label, free)) {
      const { left, top, right, bottom } = field;
      inline.push({ field, label: text, left, top, right, bottom });
      continue;
    }
    for (const word of label) used.add(word);
    for (const word of words) if (isShownBy(field, word)) used.add(word);
    blocks.push({ field, label: text, ...around([field, ...label]) });
  }
  return { blocks, inline, words: words.filter((word) => !used.has(word)) };
}

/** In a table of fields, the heading of the column labels the fields below the first one, too. */
function labelAbove(field: FormField, labelled: readonly FieldBlock[]): string {
  const height = field.bottom - field.top;
  const above = labelled.findLast(
    ({ field: other }) =>
      other.kind === "text" &&
      Math.abs(other.left - field.left) < maxColumnOffset &&
      Math.abs(other.right - field.right) < maxColumnOffset &&
      Math.abs(field.top - other.bottom) < height,
  );
  return above?.label ?? "";
}

const middle = (word: Word): [number, number] => [(word.left + word.right) / 2, (word.top + word.bottom) / 2];

function labelOf(field: FormField, words: readonly Word[], fields: readonly FormField[]): Word[] {
  const besides = () => runBeside(field, words, fields, "left", maxAside);
  if (field.kind !== "tick") return firstOf(besides, () => runAbove(field, words, fields));
  return firstOf(() => runBeside(field, words, fields, "right", maxTickGap), besides);
}

function firstOf(...searches: (() => Word[])[]): Word[] {
  for (const search of searches) {
    const found = search();
    if (found.length > 0) return found;
  }
  return [];
}

/** A tall field is labelled beside its first line. */
function sharesRow(field: Box, word: Word): boolean {
  const bottom = Math.min(field.bottom, field.top + Math.max(2.2 * word.size, 18));
  return overlap(field.top, bottom, word.top, word.bottom) > 0.5 * (word.bottom - word.top);
}

/** The words that stand together on one side of the field, up to the next field. */
function runBeside(
  field: FormField,
  words: readonly Word[],
  fields: readonly FormField[],
  side: "left" | "right",
  reach: number,
): Word[] {
  const gapOf = (word: Word, from: Box) =>
    side === "left" ? from.left - word.right : word.left - from.right;
  const row = words
    .filter((word) => sharesRow(field, word) && gapOf(word, field) > -0.3 * word.size)
    .sort((a, b) => gapOf(a, field) - gapOf(b, field));
  const [nearest] = row;
  if (!nearest || gapOf(nearest, field) > reach * nearest.size) return [];
  const isParted = (a: Box, b: Box) =>
    fields.some(
      (other) =>
        other !== field &&
        overlap(other.top, other.bottom, nearest.top, nearest.bottom) > 0 &&
        overlap(other.left, other.right, Math.min(a.right, b.right), Math.max(a.left, b.left)) > 0,
    );
  if (isParted(nearest, field)) return [];
  const run = [nearest];
  for (const word of row.slice(1)) {
    const last = run.at(-1) as Word;
    if (gapOf(word, last) > maxSpace * word.size || isParted(word, last) || run.length >= maxLabelWords)
      break;
    run.push(word);
  }
  return run.sort((a, b) => a.left - b.left);
}

/** The words right above the field that begin at its left edge. */
function runAbove(field: FormField, words: readonly Word[], fields: readonly FormField[]): Word[] {
  const near = words.filter(
    (word) =>
      word.bottom <= field.top + 0.5 * word.size &&
      field.top - word.bottom < maxAbove * word.size &&
      overlap(field.left, field.right, word.left, word.right) > 0 &&
      !fields.some((other) => other !== field && isBetween(other, word, field)),
  );
  const lowest = Math.max(...near.map((word) => word.bottom));
  const row = near.filter((word) => lowest - word.bottom < 0.5 * word.size).sort((a, b) => a.left - b.left);
  const [first] = row;
  if (!first || first.left > field.left + 3 * first.size) return [];
  const run = [first];
  for (const word of row.slice(1)) {
    if (word.left - (run.at(-1) as Word).right > maxSpace * word.size) break;
    run.push(word);
  }
  return run;
}

const isBetween = (other: Box, above: Box, below: Box) =>
  overlap(other.left, other.right, above.left, above.right) > 0 &&
  other.top >= above.bottom - 1 &&
  other.bottom <= below.top + 1;

/** Text runs on from the label through the field: "I, (name), agree". */
function isInSentence(field: FormField, label: readonly Word[], words: readonly Word[]): boolean {
  if (field.kind === "tick") return false;
  const last = label.at(-1);
  if (!last || last.right > field.left + last.size || /[:：]$/.test(last.text)) return false;
  return words.some(
    (word) =>
      sharesRow(field, word) &&
      word.left >= field.right - 0.3 * word.size &&
      word.left - field.right < maxSpace * word.size &&
      (/^\p{Ll}/u.test(word.text) || /^[,;.]$/.test(word.text)),
  );
}

/** Whether a word on the field is what the field shows, or is printed there to be written over. */
function isShownBy(field: FormField, word: Word): boolean {
  if (!contains(field, ...middle(word))) return false;
  if (field.kind === "tick") return [...word.text].length <= 2;
  return printedLine.test(word.text) || field.value.replace(/\s+/g, " ").includes(word.text);
}

function labelText(text: string): string {
  return text.replace(/[\s_.…·:：*-]+$/u, (end) => (sentenceEnd.test(text) && end === "." ? "." : ""));
}
