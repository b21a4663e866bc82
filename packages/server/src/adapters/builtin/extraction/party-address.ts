import type { PartyText } from "./party.ts";
import { isLabel } from "./party-name.ts";
import type { Segment } from "./party-segments.ts";
import { legalForm, notName } from "./party-words.ts";

/** Pieces that an address may have after its first. */
const maxAddressPieces = 5;

/** The issuer's address: the one after its name, or else the first that is not the customer's. */
export function addressOf(
  segments: Segment[],
  issuer: Segment | null,
  customers: Set<Segment>,
): PartyText | null {
  const after = issuer && addressAfter(segments, segments.indexOf(issuer));
  if (after) return after;
  const first = segments.findIndex((segment) => segment.kind === "address" && !customers.has(segment));
  return first < 0 ? null : addressAt(segments, first);
}

/** Pieces between a name and its address: numbers of registers, a second name. */
const maxBetween = 4;

export function addressAfter(segments: Segment[], index: number): PartyText | null {
  const offset = segments
    .slice(index + 1, index + 2 + maxBetween)
    .findIndex(({ kind }) => kind === "address");
  return offset < 0 ? null : addressAt(segments, index + 1 + offset);
}

function addressAt(segments: Segment[], first: number): PartyText {
  const pieces = [segments[first] as Segment];
  for (const next of segments.slice(first + 1, first + 1 + maxAddressPieces)) {
    if (!continues(next, pieces.at(-1) as Segment)) break;
    if (
      pieces.some(({ text }) => town.test(text)) &&
      (isBlock(next, segments) || isNextParty(next, segments))
    )
      break;
    pieces.push(next);
  }
  const quotes = quotesOf(pieces);
  return {
    text: quotes.map(({ text }) => text.replace(/\s+[·•|–-]\s+/g, ", ")).join(", "),
    pieces: quotes,
    score: 0.4,
  };
}

/** The words from the first to the last piece of each line, as they are there. */
function quotesOf(pieces: Segment[]): PartyText["pieces"] {
  const lines = [...Map.groupBy(pieces, ({ order }) => order).values()];
  return lines.flatMap((within) => {
    const [first, last] = [within[0], within.at(-1)];
    const cell = first?.line.cells.find(({ text }) => text.includes(first.text));
    if (!first || !last || !cell) return [];
    const start = cell.text.indexOf(first.text);
    const end = cell.text.indexOf(last.text, start) + last.text.length;
    return [
      {
        text: cell.text.slice(start, Math.max(end, start + first.text.length)),
        line: first.line,
        order: first.order,
      },
    ];
  });
}

/** A town with its postcode, which ends an address. */
const town = /\b\d{4,5}\s+\p{Lu}\p{L}+|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s?\d[A-Z]{2}\b/u;

/** A name with its own address in one element is somebody else. */
const isBlock = (next: Segment, segments: Segment[]): boolean =>
  next.kind === "other" &&
  next.line.grid === null &&
  segments.some((other) => other.line === next.line && other.kind === "address") &&
  segments.find((other) => other.line === next.line) === next;

/** A name with an address below it, after a whole address. */
const isNextParty = (next: Segment, segments: Segment[]): boolean =>
  next.kind === "other" && segments[segments.indexOf(next) + 1]?.kind === "address";

function continues(next: Segment, last: Segment): boolean {
  if (next.kind === "contact" || next.column !== last.column || next.text.length > 80) return false;
  if (next.kind === "address") return true;
  if (legalForm.test(next.text) || notName.test(next.text) || /[:@*=#]|\d{7,}/.test(next.text)) return false;
  // The rest of an address: a town or a state in capitals or with capital letters.
  return (
    /^\p{Lu}[\p{L}.]*(?:[\s,.'-]+\p{Lu}[\p{L}.]*){0,4}(?:\s\d{4,6})?[\s.,]*$/u.test(next.text) &&
    !isLabel(next, next.text)
  );
}
