import type { LabelReader } from "../../../text/label-words.ts";
import type { Line } from "./line.ts";
import { couldBeName, isLabel } from "./party-name.ts";
import type { Segment } from "./party-segments.ts";
import { courtesyLine, customerLabel, deliveryLabel, issuerLabel, legalForm } from "./party-words.ts";

/** The part that a label says a party plays; `other` for a payee, a place of delivery, somebody's agent. */
export type PartyRole = "issuer" | "customer" | "other";

/** Who holds an account is not always who issued the paper. */
export const accountLabel = /^\W*(?:account\s+holder|kontoinhaber|titulaire\s+du\s+compte|t\.n\.v\.)/iu;
/** Maximum words of a label of a party. */
const maxLabelWords = 4;
/** Pieces below a label among which its party's name is searched. */
const maxPieces = 12;

/** What a piece that is only the label of a party says; null for other pieces. */
export function roleOf({ text }: Segment, read: LabelReader): PartyRole | null {
  if (legalForm.test(text)) return null;
  if (accountLabel.test(text)) return null;
  if (text.replace(customerLabel, "") === "") return deliveryLabel.test(text) ? "other" : "customer";
  if (text.replace(issuerLabel, "") === "") return "issuer";
  if (courtesyLine.test(text)) return "customer";
  const words = read(text);
  if (words.length === 0 || words.length > maxLabelWords || /\d/.test(text)) return null;
  const means = (...meanings: string[]) =>
    words.some((word) => word.meanings.some((meaning) => meanings.includes(meaning)));
  if (!means("vendor", "customer", "recipient")) return null;
  if (means("number", "date", "tax", "order", "account", "bank", "email", "phone", "contact")) return null;
  // "Abweichender Rechnungsempfänger", "Steuerbevollmächtigter des Verkäufers"
  if (!words.every(({ known }) => known)) return words.length > 1 ? "other" : null;
  if (means("vendor") && !means("customer")) return "issuer";
  return means("customer") || means("invoice") || !means("shipping") ? "customer" : "other";
}

/** The name of the party whose label is at `index`: the first below it in its column that could be one. */
export function namedBelow(segments: Segment[], index: number, read: LabelReader): Segment | null {
  const label = segments[index];
  if (!label) return null;
  let last = label;
  const pieces = segments
    .filter((next, at) => (next.order === label.order ? at > index : next.order > label.order))
    .sort((a, b) => a.order - b.order)
    .slice(0, maxPieces);
  for (const next of pieces) {
    if (next.line === label.line && next.column === label.column) {
      if (next.kind === "other" && isName(next, read)) return next;
      // "Customer: 2" says something else of the party.
      if (label.line.grid === null) return null;
    }
    if (!isBelow(label, last, next)) continue;
    const named = rowName(label, next);
    if (named === "other") continue;
    last = next;
    if (named === "name") return next;
    if (next.kind === "address" || roleOf(next, read) !== null) return null;
    const hasOwnLabel = next.kind === "contact" || /^[^:]{2,40}:|\(GLN\)|\(GTIN\)/.test(next.text);
    if (hasOwnLabel || /^[\W\d]*$/.test(next.text)) continue;
    return isName(next, read) ? next : null;
  }
  return null;
}

/** Labels that a reader joined ("Käufer WARENRECHNUNG") are not a name: half of a name's words are not words of labels. */
function isName(segment: Segment, read: LabelReader): boolean {
  const { text } = segment;
  if (!couldBeName(text, segment) || isLabel(segment, text)) return false;
  const words = read(text);
  const known = words.filter((word) => word.known || word.isModifier);
  return legalForm.test(text) || known.length === 0 || 2 * known.length < words.length;
}

/** Below a label that is alone in its row, rows of two cells are labels and values: "Name: | Kunden AG". */
function rowName({ line: label }: Segment, { line, column }: Segment): "name" | "other" | null {
  const filled = (cells: Line["cells"]) => cells.filter(({ text }) => text !== "").length;
  const [head] = line.cells;
  if (line.grid === null || line.grid !== label.grid || line === label || filled(label.cells) > 1)
    return null;
  if (!head || head.text === "" || filled(line.cells) < 2) return null;
  const isName = head.words.length > 0 && head.words.every(({ meanings }) => meanings.includes("name"));
  return isName && column > 0 ? "name" : "other";
}

/** Maximum gap between two lines of one block, in heights of the line. */
const maxGap = 2.5;

/** Whether a piece goes on in the column of a label: in its table's column, or where their widths on the page overlap. */
function isBelow(label: Segment, last: Segment, next: Segment): boolean {
  if (label.line.grid !== null && next.line.grid === label.line.grid)
    return next.column === label.column || label.line.cells.filter(({ text }) => text !== "").length === 1;
  const [above, box] = [last.line.box, next.line.box];
  if (!above || !box || !label.line.box) return true;
  return (
    next.line.element.pageNumber === label.line.element.pageNumber &&
    box.top + box.height > above.top &&
    box.top - (above.top + above.height) < maxGap * Math.max(label.line.box.height, box.height) &&
    Math.min(label.line.box.left + label.line.box.width, box.left + box.width) >
      Math.max(label.line.box.left, box.left)
  );
}
