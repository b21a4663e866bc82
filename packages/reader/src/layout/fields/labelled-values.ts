import { type Atom, isLine } from "../lines/page-bands.ts";
import { rowsOfLines, type TextRow } from "../lines/text-rows.ts";
import type { Box } from "../page/box.ts";
import type { Line } from "../page/line.ts";

const maxLabelWords = 4;
const maxValueWords = 8;
const maxAddressLines = 6;
/** Distances of baselines, in font sizes: between a label and its value, and between the lines of an address. */
const maxLabelPitch = 2.7;
const maxLinePitch = 1.5;
/** Labels above addresses. Other short texts under each other may be rows of a table. */
const addressLabel =
  /\b(bill(ed|ing)?|ship(ped|ping)?|sold|deliver(ed|y)?|invoiced?|from|to|customer|supplier|address|adresse|anschrift|rechnung|lieferung|kunde|empfänger|client|facturation|livraison|factuuradres|bezorgadres|fattura|facturar|entrega)\b/iu;
/** Such lines are in the imprint of a letter, and not in rows of a table. */
const contact = /^(tel|fon|phone|fax|mobile?|iban|bic|swift)\b/iu;
const sectionNumber = /^(\d|[IVX]+\.|[A-Z]\.)/u;
const sentence = /[.!?;,]$/u;
/** "2019 – 2022" is under a title of a job or a book, and is not a value. */
const years = /^\(?(1[5-9]|20)\d\d\s*[-–—]/u;

const isLabel = (line: Line): boolean =>
  (line.bold || line.text.endsWith(":")) &&
  line.words.length <= maxLabelWords &&
  /\p{L}{2}/u.test(line.text) &&
  !sectionNumber.test(line.text) &&
  !/[.!?;,]$|:\s*\S/u.test(line.text.replace(/\b\p{L}{1,3}\.$/u, ""));

const isValue = (line: Line, mayBeBold = false): boolean =>
  (mayBeBold || !line.bold) && line.words.length <= maxValueWords && !line.text.endsWith(":");

const isUnder = (line: Line, above: Line): boolean =>
  Math.abs(line.left - above.left) < 0.5 * line.size ||
  (Math.abs(line.right - above.right) < 0.5 * line.size && line.right - line.left < 12 * line.size);

type Lines = Box & { lines: readonly Line[]; size: number };

type LabelledRow = { above: Atom[]; columns: { lines: Line[]; isLabelled: boolean }[]; below: Atom[] };

/**
 * Finds a row of labels with a value under each: "Number" and "Date" over "118" and "12 May 2024". Each label is read
 * with its value, and not with its neighbours. Under labels of addresses there may be several lines. Null when there is
 * no such row, or when something else is beside it.
 */
export function labelledRow(atoms: readonly Atom[]): LabelledRow | null {
  const rows = rowsOfLines(atoms.filter(isLine));
  for (const [index, head] of rows.entries()) {
    if (head.lines.length < 2 || !head.lines.every(isLabel)) continue;
    const values = valuesUnder(rows, index);
    const columns = head.lines.map((label) => [
      label,
      ...values.flatMap((row) => row.lines.filter((line) => isUnder(line, label))),
    ]);
    if (values.length > 1 && !columns.some((column) => isAddress(column, columns))) continue;
    if (columns.some((lines) => lines.length < 2)) continue;
    const own = new Set<Atom>(columns.flat());
    const [top, bottom] = [head.top, Math.max(...columns.flat().map((line) => line.bottom))];
    const others = atoms.filter((atom) => !own.has(atom));
    const middle = (atom: Atom) => (atom.top + atom.bottom) / 2;
    if (others.some((atom) => atom.top < bottom - 2 && atom.bottom > top + 2)) continue;
    return {
      above: others.filter((atom) => middle(atom) < top),
      columns: columns.map((lines) => ({ lines, isLabelled: lines.slice(1).every((line) => isValue(line)) })),
      below: others.filter((atom) => middle(atom) >= top),
    };
  }
  return null;
}

/** Whether lines under a label are an address: a name, then lines that hold its numbers. They are close together. */
function isAddress([label, name, ...lines]: readonly Line[], columns: readonly (readonly Line[])[]): boolean {
  const last = lines.at(-1);
  if (!label || !name || !last || lines.length > maxAddressLines) return false;
  if (last.baseline - name.baseline > maxLinePitch * name.size * lines.length) return false;
  if (lines.some((line) => contact.test(line.text))) return true;
  if (/\p{N}/u.test(name.text)) return false;
  if (addressLabel.test(label.text)) return lines.some((line) => /\p{N}/u.test(line.text));
  // Rows of a table are full. A fact of one line beside an address is not.
  const hasFact = columns.some((column) => column.length === 2);
  return hasFact && lines.every((line) => /\p{L}/u.test(line.text) && /\p{N}/u.test(line.text));
}

/** The rows right under a row of labels, up to a wider gap. Labels further down are those of one column. */
function valuesUnder(rows: readonly TextRow[], index: number): TextRow[] {
  const head = rows[index] as TextRow;
  const values: TextRow[] = [];
  let pitch = 0;
  for (let above = head, at = index + 1; at < rows.length; at += 1) {
    const row = rows[at] as TextRow;
    const step = row.baseline - above.baseline;
    if (step > maxLabelPitch * Math.max(row.size, above.size) || (pitch > 0 && step > 1.35 * pitch)) break;
    const isUnderLabels = row.lines.every(
      (line) =>
        (isValue(line) || isLabel(line)) && head.lines.filter((label) => isUnder(line, label)).length === 1,
    );
    if (!isUnderLabels || (values.length === 0 && !row.lines.every((line) => isValue(line))))
      return row.lines.every(isLabel) ? values : [];
    values.push(row);
    pitch ||= step;
    above = row;
  }
  return values;
}

/** Whether a block is a label, and the block under it the label's value: "Due date" over "11 June 2024". */
export function labelsValue(label: Lines, value: Lines): boolean {
  const [first, ...more] = label.lines;
  if (!first || more.length > 0 || !isLabel(first) || value.lines.length > maxAddressLines) return false;
  const size = Math.max(label.size, value.size);
  if (Math.abs(label.size - value.size) > 0.25 * size || label.size > 1.05 * value.size) return false;
  const gap = value.top - label.bottom;
  if (gap < -0.5 * size || gap > 0.6 * size) return false;
  if (!value.lines.every((line) => isValue(line, !first.bold) && isUnder(line, first))) return false;
  const text = value.lines.map((line) => line.text).join(" ");
  if (sentence.test(text) || years.test(text)) return false;
  const isFact = value.lines.length <= 2 && /\p{N}/u.test(text);
  return isFact || first.text.endsWith(":") || addressLabel.test(first.text);
}
