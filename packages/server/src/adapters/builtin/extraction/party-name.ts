import { datesIn } from "../../../text/dates.ts";
import type { Segment } from "./party-segments.ts";
import { legalForm, notName, personTitle } from "./party-words.ts";

const maxNameLength = 70;

/** Whether a piece of a line could be the name of a firm or a person. */
export function couldBeName(text: string, { line }: Segment): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return (
    letters >= 3 &&
    /\p{L}{2}/u.test(legalForm.test(text) ? text.replace(legalForm, "") : text.replace(personTitle, "")) &&
    text.length <= maxNameLength &&
    digits <= 3 &&
    letters > 2 * digits &&
    !/:/.test(text) &&
    (!notName.test(text) || legalForm.test(text)) &&
    !(/[.]$/.test(text) && text.split(/\s+/).length > 6 && !legalForm.test(text)) &&
    !(
      line.grid !== null &&
      line.row < line.grid.headerRows &&
      line.cells.filter((cell) => cell.text !== "").length > 2
    ) &&
    datesIn(text, "day-first").length === 0
  );
}

/** Whether a piece consists of label words only: "Invoice", "Cash bill". */
export function isLabel({ line }: Segment, text: string): boolean {
  if (legalForm.test(text)) return false;
  const words = line.cells.flatMap((cell) => cell.words).filter((word) => text.includes(word.text));
  return words.length > 0 && words.every(({ known }) => known);
}

/** "Acme Ltd (123456-H)" → "Acme Ltd" */
export const withoutNumber = (name: string): string =>
  name.replace(/\s*[([][^)\]]*\d{3,}[^)\]]*[)\]]?\s*$/, "");
