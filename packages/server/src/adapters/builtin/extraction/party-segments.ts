import type { Line } from "./line.ts";
import {
  addressStart,
  contactStart,
  customerLabel,
  issuerLabel,
  legalForm,
  personTitle,
  postcode,
  street,
} from "./party-words.ts";

/** A piece of a line that is a name, an address or something else, with where it stands. */
export type Segment = {
  text: string;
  line: Line;
  order: number;
  kind: "address" | "contact" | "other";
  /** The column of a table that it is in; -1 outside tables. */
  column: number;
};

/** Maximum characters of a line that can hold a name and an address. Longer ones are prose. */
const maxLine = 400;

/**
 * The pieces of lines. Readers join the lines of a block, so "THE COPPER KETTLE 12 Bridge Street Tel 01584 555210" is a
 * name, an address and a contact.
 */
export function segmentsOf(line: Line, order: number): Segment[] {
  return line.cells.flatMap(({ text }, column) =>
    text === "" || text.length > maxLine
      ? []
      : piecesOf(text).map((piece) => ({
          text: piece,
          line,
          order,
          kind: kindOf(piece),
          column: line.grid ? column : -1,
        })),
  );
}

export function piecesOf(text: string): string[] {
  return text
    .split(/\n|\s+[·•●∙▪|*]+(?:\s+|$)|\s+[-–—−]\s+/)
    .flatMap(splitAtLabel)
    .flatMap(splitAfterPerson)
    .flatMap(splitAtStarts)
    .flatMap(splitAfterForm)
    .map((piece) => piece.replace(/^[\s,;:*=#-]+|[\s,;:*=#(-]+$/g, ""))
    .filter((piece) => piece !== "");
}

/** "Kunde Hotel Seeblick" → "Kunde", "Hotel Seeblick". */
function splitAtLabel(text: string): string[] {
  const label = (customerLabel.exec(text) ?? issuerLabel.exec(text))?.[0] ?? "";
  const rest = text.slice(label.length);
  // "Lieferant GmbH" is a name.
  const isName = legalForm.exec(rest)?.index === 0;
  return label === "" || rest === "" || isName || !/^["“]?\p{Lu}|^\d/u.test(rest) ? [text] : [label, rest];
}

/** "Mr D Ashcroft 7 Tarn View" → "Mr D Ashcroft", "7 Tarn View". */
function splitAfterPerson(text: string): string[] {
  // Where a street is known by its word, the address begins there.
  if (!personTitle.test(text) || legalForm.test(text) || addressStart.test(text)) return [text];
  const name = /^(?:\p{L}[\p{L}.'’-]*\s+){2,6}(?=\d)/u.exec(text)?.[0];
  return name === undefined ? [text] : [name.trimEnd(), text.slice(name.length)];
}

/** Contacts and addresses within a line end what is before them. */
function splitAtStarts(text: string): string[] {
  if (isLabelOf(text)) return [text];
  const found = [addressStart, contactStart].flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].flatMap(({ 0: match, index }) =>
      // An address of the web or of e-mail is a piece of its own; other contacts go on to the next start.
      /[@/]/.test(match) ? [index, index + match.length] : [index],
    ),
  );
  const cuts = [0];
  for (const cut of [...new Set(found)].sort((a, b) => a - b))
    if (/\p{L}{3}|(?:\d\s?){5}/u.test(text.slice(cuts.at(-1), cut))) cuts.push(cut);
  return cuts.map((start, index) => text.slice(start, cuts[index + 1]));
}

/** Whether a text is only the label of a party: "Deliver to:". */
export const isLabelOf = (text: string): boolean =>
  text.replace(customerLabel, "") === "" || text.replace(issuerLabel, "") === "";

/** "Marlowe Instruments plc Kelvin House" → two; "GmbH & Co. KG" and "Ltd (123-X)" stay whole. */
function splitAfterForm(text: string): string[] {
  if (addressStart.exec(text)?.index === 0) return [text];
  const match = legalForm.exec(text);
  const end = (match?.index ?? 0) + (match?.[0].length ?? 0);
  const rest = text.slice(end);
  if (!match || match.index < 2 || !/^,?\s+\p{Lu}[\p{L}\s,'’-]{3,}/u.test(rest) || legalForm.test(rest))
    return [text];
  return [text.slice(0, end), rest];
}

const building =
  /^(?:lot|level|unit|suite|block|blok|ground|\d+(?:st|nd|rd|th)\s|no\.?\s?\d|g\d|\d{1,4}[a-z]?[,\s-])/i;

function kindOf(text: string): Segment["kind"] {
  if (isLabelOf(text)) return "other";
  if (contactStart.exec(text)?.index === 0) return "contact";
  const start = addressStart.exec(text)?.index;
  // "Hotel Rue Royale S.A." is a name.
  if (legalForm.test(text) && start !== 0) return "other";
  const hasDigit = /\d/.test(text);
  const isAddress =
    (hasDigit && (street.test(text) || postcode.test(text))) ||
    start === 0 ||
    (building.test(text) && /\p{L}{3}/u.test(text) && text.includes(","));
  return isAddress && !/[:@]/.test(text.replace(/^no[.:]+/i, "")) ? "address" : "other";
}
