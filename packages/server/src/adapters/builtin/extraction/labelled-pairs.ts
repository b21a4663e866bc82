import type { LabelledDocument } from "./document-lines.ts";
import { isHeading } from "./heading-rows.ts";
import type { Line } from "./line.ts";

/** A text that may be a label, and the text that would be its value: beside it in a table, or after its colon. */
export type LabelledPair = { label: string; value: string; line: Line; order: number };

/** Labels of a form are few. A paper with more pairs is a list, whose rows have no labels of their own. */
const maxPairs = 300;
const maxLabel = 60;
/** "Valid until: 6 October", "Lieferadresse: Tor 3" */
const labelWithColon = /^([^:：]{2,60}?)\s?[:：]\s+(\S.*)$/su;
const hasWord = /\p{L}{2}/u;

/** Pairs of a document, in order. Rows below a heading of three columns or more are records: their cells are no labels. */
export function labelledPairs(document: LabelledDocument): LabelledPair[] {
  const pairs: LabelledPair[] = [];
  for (const [order, line] of document.lines.entries()) {
    if (pairs.length >= maxPairs) break;
    for (const { label, value } of line.grid ? ofRow(line, document) : ofText(line))
      if (label.length <= maxLabel && hasWord.test(label)) pairs.push({ label, value, line, order });
  }
  return pairs;
}

const ofText = ({ cells }: Line): { label: string; value: string }[] =>
  cells.flatMap(({ text }) => {
    const [, label, value] = labelWithColon.exec(text) ?? [];
    return label !== undefined && value !== undefined ? [{ label, value }] : [];
  });

function ofRow(line: Line, document: LabelledDocument): { label: string; value: string }[] {
  if (isHeading(line, document)) return [];
  const { cells } = line;
  return cells.flatMap(({ text }, column) => {
    const [, label, after] = labelWithColon.exec(text) ?? [];
    if (label !== undefined && after !== undefined) return [{ label, value: after }];
    const next = cells.slice(column + 1).find((cell) => cell.text !== "");
    return next && text !== "" ? [{ label: text, value: next.text }] : [];
  });
}
