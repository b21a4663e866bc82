import type { LabelReader } from "../../../text/label-words.ts";
import type { Line } from "./line.ts";
import type { Parties, PartyText } from "./party.ts";
import { addressAfter, addressOf } from "./party-address.ts";
import { couldBeName, isLabel, withoutNumber } from "./party-name.ts";
import { accountLabel, namedBelow, type PartyRole, roleOf } from "./party-roles.ts";
import { type Segment, segmentsOf } from "./party-segments.ts";
import {
  businessWord,
  customerLabel,
  deliveryLabel,
  issuerLabel,
  legalForm,
  personTitle,
} from "./party-words.ts";

/** Lines at the top and at the bottom of a document in which its parties stand. */
const topLines = 30;
const bottomLines = 12;
/** A letterhead: pieces among the first, where a name needs no legal form. */
const letterhead = 8;
/** Pieces further down are not less likely than these: the foot of a page names the issuer too. */
const maxPenalised = 8;
/** Pieces of a customer after its label. */
const maxAddressPieces = 5;

/** Scores of what makes a piece the issuer's name. A name needs at least `minName`. */
const points = {
  form: 4,
  business: 2,
  label: 8,
  account: 3,
  registered: 2.5,
  address: 1.5,
  atTop: 2,
  repeated: 1.5,
  perPiece: 0.15,
} as const;
const minName = 2;
const labelledScore = 8;

export function findParties(lines: Line[], read: LabelReader): Parties {
  const place = (order: number) => order < topLines || order >= lines.length - bottomLines;
  const segments = withStreets(
    columnWise(lines.flatMap((line, order) => (place(order) ? segmentsOf(line, order) : []))),
  );
  const labelled = labelledNames(segments, read);
  const customers = [...customerPieces(segments), ...labelled.customer];
  const issuer =
    labelledOf(labelled.issuer, segments) ?? issuerOf(segments, [...customers, ...labelled.other]);
  const address = addressOf(segments, issuer?.segment ?? null, new Set(customers));
  const ours = new Set(address?.pieces.map(({ line }) => line));
  if (issuer) ours.add(issuer.segment.line);
  const customer =
    labelledOf(
      labelled.customer.filter((segment) => segment !== issuer?.segment),
      segments,
    ) ?? customerOf(segments, customers, issuer, ours);
  return {
    issuer: { name: nameText(issuer, segments), address },
    customer: {
      name: nameText(customer, segments),
      address: customer === null ? null : addressAfter(segments, segments.indexOf(customer.segment)),
    },
  };
}

/** The names below labels of parties, by what the labels say. */
function labelledNames(segments: Segment[], read: LabelReader): Record<PartyRole, Segment[]> {
  const names: Record<PartyRole, Segment[]> = { issuer: [], customer: [], other: [] };
  for (const [index, segment] of segments.entries()) {
    const role = roleOf(segment, read);
    const name = role && namedBelow(segments, index, read);
    if (name) names[role].push(name);
  }
  return names;
}

function labelledOf([segment]: Segment[], segments: Segment[]): Named | null {
  if (!segment) return null;
  // What is drawn after a legal form belongs to the name: "Kunden AG Mitte".
  const from = segments.indexOf(segment);
  const rest = segments
    .slice(from + 1, from + 2)
    .filter((next) => next.line === segment.line && next.column === segment.column && next.kind === "other");
  const whole = [segment, ...rest].map(({ text }) => text).join(" ");
  const cell = segment.line.cells.find(({ text }) => text.includes(whole));
  const isOwnLine = segment.line.grid !== null || segment.line.box !== segment.line.element.boundingBox;
  const text = cell && isOwnLine ? whole : segment.text;
  return {
    segment,
    text: text.replace(/^\([^)]*\)\s*/u, "").replace(courtesy, ""),
    score: labelledScore,
    isLabelled: true,
  };
}

/** An address block beside a table of numbers reads down its column. */
const columnWise = (segments: Segment[]): Segment[] =>
  segments
    .map((segment, index) => ({ segment, index }))
    .sort((a, b) => {
      const [one, other] = [a.segment, b.segment];
      const same = one.line.grid !== null && one.line.grid === other.line.grid;
      return same ? one.column - other.column || a.index - b.index : a.index - b.index;
    })
    .map(({ segment }) => segment);

/** "Weena 664" above a town is a street, whatever the language. */
const withStreets = (segments: Segment[]): Segment[] =>
  segments.map((segment, index) => {
    const next = segments[index + 1];
    const isAbove = next?.kind === "address" && next.column === segment.column && next.line !== segment.line;
    return segment.kind === "other" &&
      isAbove &&
      /^\p{L}[\p{L}\s.'’-]*\s\d{1,4}\s?[a-z]?$/iu.test(segment.text)
      ? { ...segment, kind: "address" }
      : segment;
  });

type Named = { segment: Segment; text: string; score: number; isLabelled?: boolean };

const isLabelPiece = (segment: Segment | undefined, label: RegExp): boolean =>
  segment !== undefined && segment.text.replace(label, "") === "" && segment.text !== "";

/** The pieces that belong to the customer: from its label to the end of its block; delivery addresses last. */
function customerPieces(segments: Segment[]): Segment[] {
  const labels = [...segments.entries()].filter(([, segment]) => isLabelPiece(segment, customerLabel));
  labels.sort(([, a], [, b]) => Number(deliveryLabel.test(a.text)) - Number(deliveryLabel.test(b.text)));
  return labels.flatMap(([index, label]) => {
    const pieces = [label];
    for (const next of segments.slice(index + 1, index + 1 + maxAddressPieces)) {
      const elsewhere = next.line.element !== label.line.element && pieces.length > 1;
      if (elsewhere || next.kind === "contact" || next.column !== label.column) break;
      if (isLabelPiece(next, issuerLabel) || isLabelPiece(next, customerLabel)) break;
      pieces.push(next);
    }
    return pieces;
  });
}

function issuerOf(segments: Segment[], customers: Segment[]): Named | null {
  const theirs = new Set(customers);
  let best: Named | null = null;
  for (const [index, segment] of segments.entries()) {
    if (segment.kind !== "other" || theirs.has(segment)) continue;
    const text = withoutNumber(segment.text);
    const above = segments[index - 1];
    const whole = isFormOnly(text) && above?.kind === "other" ? `${above.text} ${text}` : text;
    if (!couldBeName(whole, segment) || isLabel(segment, whole)) continue;
    const labelled = isLabelPiece(segments[index - 1], issuerLabel);
    const next = segments
      .slice(index + 1, index + 5)
      .filter(({ line }) => line === segment.line || segment.line.grid === null);
    let score = -points.perPiece * Math.min(index, maxPenalised);
    if (legalForm.test(text)) score += points.form;
    else if (businessWord.test(text)) score += points.business;
    if (labelled) score += accountLabel.test(segments[index - 1]?.text ?? "") ? points.account : points.label;
    if (next.some(isRegistered) || isRegistered(segment)) score += points.registered;
    if (next[0]?.kind === "address") score += points.address;
    if (index < letterhead) score += points.atTop;
    // Below an address stand its town and state.
    if (segments[index - 1]?.kind === "address" && !legalForm.test(text)) score -= points.form;
    if (segments.some((other) => other.line !== segment.line && withoutNumber(other.text) === text))
      score += points.repeated;
    if (score >= minName && score > (best?.score ?? 0)) best = { segment, text, score };
  }
  return best;
}

/** "SDN BHD" alone in its line. */
const isFormOnly = (text: string): boolean =>
  legalForm.test(text) && !/\p{L}{2}/u.test(text.replace(legalForm, ""));

/** The issuer, not the customer, gives its numbers of registers and banks. */
const isRegistered = ({ text }: Segment): boolean =>
  /\b(?:vat|ust|uid|tva|btw|kvk|gst|p\.?\s?iva|c\.?i\.?f|siret|siren|rcs|rsc|hrb|iban|capital|registered|roc)\b|^\W*\(?\w*\d{5,}-?[A-Z]\)?$|\(\w*\d{5,}-[A-Z]\)/iu.test(
    text,
  );

function customerOf(
  segments: Segment[],
  customers: Segment[],
  issuer: Named | null,
  ours: Set<Line>,
): Named | null {
  for (const segment of customers) {
    if (isLabelPiece(segment, customerLabel) || segment.kind !== "other") continue;
    if (!couldBeName(segment.text, segment) || isLabel(segment, segment.text)) continue;
    return { segment, text: segment.text.replace(courtesy, ""), score: 0.9 };
  }
  // A letter's address window has no label: a name with an address below it that is not the issuer's.
  // One with a title before it is a person, and no heading above an address.
  const [titled, others] = [true, false].map((isTitled) =>
    segments.filter(({ text }) => personTitle.test(text) === isTitled),
  );
  for (const segment of [...(titled ?? []), ...(others ?? [])]) {
    const index = segments.indexOf(segment);
    if (segment.kind !== "other" || segment.order >= topLines || issuer?.text.startsWith(segment.text))
      continue;
    if (!couldBeName(segment.text, segment) || isLabel(segment, segment.text) || ours.has(segment.line))
      continue;
    const isReturnLine = issuer !== null && textOf(segment.line).includes(issuer.text);
    const next = segments.slice(index + 1, index + 4);
    const address = next.findIndex(({ kind }) => kind === "address");
    const block = next.slice(0, address + 1);
    if (isReturnLine || address < 0 || !block.every((piece) => isInBlock(segment, piece))) continue;
    const name = firmAbove(segments, index, issuer) ?? segment;
    return { segment: name, text: name.text.replace(courtesy, ""), score: 0.5 };
  }
  return null;
}

/** "Corner House Dental Practice", and below it in the same block the person that the letter is for. */
function firmAbove(segments: Segment[], index: number, issuer: Named | null): Segment | undefined {
  const [above, person] = [segments[index - 1], segments[index]];
  if (!above || !person || !personTitle.test(person.text) || personTitle.test(above.text)) return undefined;
  const isOfBlock =
    above.line.element === person.line.element &&
    above.column === person.column &&
    segments[index - 2]?.line.element !== person.line.element;
  const isName = couldBeName(above.text, above) && !isLabel(above, above.text);
  // "Corner House Dental Practice" begins as addresses do.
  const isNoStreet = above.kind === "other" || (above.kind === "address" && !/\d/.test(above.text));
  return isNoStreet && isOfBlock && isName && issuer?.text.includes(above.text) !== true ? above : undefined;
}

const textOf = (line: Line): string => line.cells.map(({ text }) => text).join(" ");

/** Whether a piece is in the block that a name begins: in its column, and drawn below it or beside it. */
function isInBlock(name: Segment, piece: Segment): boolean {
  const [above, below] = [name.line.box, piece.line.box];
  if (name.column !== piece.column) return false;
  return !above || !below || (below.top >= above.top && below.left < above.left + above.width);
}

/** Before the names of addresses in German. */
const courtesy = /^(?:Herrn?|Frau|Firma|Fa\.)\s+(?=\p{Lu})/u;

function nameText(named: Named | null, segments: Segment[]): PartyText | null {
  if (!named) return null;
  const { segment, text, score, isLabelled = false } = named;
  const piece = { text, line: segment.line, order: segment.order };
  // "RESTAURANT SDN BHD" alone in its line ends the name above.
  const above = segments[segments.indexOf(segment) - 1];
  const own = text.replace(new RegExp(legalForm, "gu"), "").replace(new RegExp(businessWord, "giu"), "");
  const ends = legalForm.test(text) && !/\p{L}{2}/u.test(own) && above?.kind === "other";
  const pieces =
    ends && above ? [{ text: above.text, line: above.line, order: above.order }, piece] : [piece];
  return {
    text: pieces.map((each) => each.text).join(" "),
    pieces,
    score: Math.min(0.9, score > 1 ? score / 8 : score),
    isLabelled,
  };
}
