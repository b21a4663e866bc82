import type { LabelledDocument } from "./document-lines.ts";
import { type Finding, labelsIn } from "./find-labelled.ts";
import type { Line } from "./line.ts";
import { readValue } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

const minHeading = 0.55;

/**
 * Finds an amount that has a column but no label of its own. It is the cell where the total row of a table meets the
 * column whose heading names the field ("Total" × "Net", "Total" × "VAT").
 */
export function findInTotalRow(field: Field, document: LabelledDocument): Finding | null {
  if (field.kind !== "money") return null;
  let headings: Line[] = [];
  let best: Finding | null = null;
  for (const [order, line] of document.lines.entries()) {
    if (line.grid === null) continue;
    if (line.row === 0) headings = [];
    if (!isTotalRow(line)) {
      headings.push(line);
      continue;
    }
    for (const heading of headings) {
      for (const [column, cell] of heading.cells.entries()) {
        const score = Math.max(0, ...labelsIn(cell, field).map((label) => label.score));
        const reading =
          score < minHeading ? null : readValue(field, line.cells[column]?.text ?? "", document);
        if (reading && score > (best?.score ?? 0)) best = { reading, score, line, order };
      }
    }
  }
  return best;
}

function isTotalRow({ cells }: Line): boolean {
  const first = cells.find(({ text }) => text !== "");
  const words = first?.words ?? [];
  return words.some(({ meanings }) => meanings.includes("total")) && words.length <= 4;
}
