import { isLabelNumber, type LabelWord, neutralMeanings } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";
import { ownerOfLabel, ownerOfName, partyOfOwner } from "./label-owner.ts";
import type { Cell } from "./line.ts";
import { isOfAnother } from "./numbered-labels.ts";
import type { Field } from "./schema-fields.ts";

export type LabelMatch = { score: number; start: number; end: number };

/** Words beside "total" that mean the final total. */
const finality: Record<string, number> = { gross: 0.05, due: 0.08, rounding: 0.06 };
const penalties = {
  knownWord: 0.25,
  unknownWord: 0.12,
  inside: 0.1,
  /** "Phone 2" for a field without a number; "Q1 revenue" is never "revenue". */
  number: 0.2,
  part: 0.6,
} as const;
export const isTotal = ({ kind, words, hints }: Field): boolean =>
  kind === "money" &&
  (words.some(({ meanings }) => meanings.includes("total")) ||
    (hints.has("total") &&
      words.every(({ meanings }) => meanings.some((meaning) => ["amount", "due"].includes(meaning)))));

/** Words after a label that may belong to it. */
const maxFollowing = 4;

/** The places of a field's label in a cell: runs of words that the field's name consists of. */
export function labelsIn(cell: Cell, field: Field): LabelMatch[] {
  const { words, text } = cell;
  const lower = text.toLowerCase();
  const matches: LabelMatch[] = field.quoted.flatMap((quote) => {
    const start = lower.indexOf(quote);
    return start < 0 ? [] : [{ score: 1.3, start, end: start + quote.length }];
  });
  for (let first = 0; first < words.length; first += 1) {
    if (!fieldWordAt(field, words[first])) continue;
    let last = first;
    for (
      let next = first + 1;
      next < words.length && next <= last + 2 && adjoining(text, words, last, next);
      next += 1
    ) {
      if (fieldWordAt(field, words[next])) last = next;
    }
    matches.push(scoreLabel(field, cell, first, last));
    first = last;
  }
  return matches;
}

export const fieldWordAt = (field: Field, word: LabelWord | undefined) =>
  word && field.words.find(({ meanings }) => meanings.some((meaning) => word.meanings.includes(meaning)));

/** "Cust. No." */
const maxAbbreviation = 5;

/** Whether only spaces, dots and short words are between two words. */
function adjoining(text: string, words: LabelWord[], from: number, to: number): boolean {
  const between = text.slice(words[from]?.end ?? 0, words[to]?.start ?? 0);
  // A full stop after a longer word ends a sentence and no abbreviation.
  if (/^[.!?]\s+\p{Lu}/u.test(between) && (words[from]?.text.length ?? 0) > maxAbbreviation) return false;
  return between.length <= 12 && !/[:;|\n\d]|[.,]\s+\p{Lu}/u.test(between.replace(/^\.\s/, " "));
}

function scoreLabel(field: Field, { words, text }: Cell, first: number, last: number): LabelMatch {
  const inside = words.slice(first, last + 1);
  const total = field.words.reduce((sum, { weight }) => sum + weight, 0);
  const owner = ownerOfLabel(text, inside[0]?.start ?? 0);
  const matched = field.words.filter(
    ({ meanings }) =>
      inside.some((word) => word.meanings.some((meaning) => meanings.includes(meaning))) ||
      (owner !== null && meanings.includes(partyOfOwner[owner])),
  );
  let score = matched.reduce((sum, { weight }) => sum + weight, 0) / total;
  const wantedOwner = ownerOfName(propertyNameWords(field.name));
  if (wantedOwner !== null && wantedOwner !== owner) score -= penalties.part;
  if (isOfAnother(field, matched, text, inside[0]?.start ?? 0)) score -= penalties.part;
  score -= penalties.inside * inside.filter((word) => !fieldWordAt(field, word)).length;
  if (first > 0 && adjoining(text, words, first - 1, first)) score += strangerAt(field, words[first - 1]);
  let end = inside.at(-1)?.end ?? 0;
  const following: LabelWord[] = [];
  for (let next = last + 1; next < words.length && adjoining(text, words, next - 1, next); next += 1) {
    const word = words[next];
    if (!word || following.length === maxFollowing) break;
    following.push(word);
    if (word.known) end = word.end;
  }
  // "Authorised by: …"
  end +=
    /^\s+(?:by|at|on|to|for|am|an|von|bei|par|le|por|da|di|del|door|op)(?=\s*[:：])/iu.exec(
      text.slice(end),
    )?.[0].length ?? 0;
  const beside = [...(first > 0 ? words.slice(first - 1, first) : []), ...inside, ...following];
  const inclusive = beside.some(({ meanings }) => meanings.includes("gross"));
  for (const word of following) {
    // "Total incl. VAT" is the total; "Total VAT" is not.
    if (word.known && !(inclusive && word.meanings.includes("tax"))) score += strangerAt(field, word);
  }
  if (/^\s*(?:\([^)]{1,8}\)\s*)?[:：]/.test(text.slice(end))) score += 0.05;
  return { score, start: inside[0]?.start ?? 0, end };
}

/** "Payment due by …", "Zahlbar ohne Abzug bis …", "Scadenza pagamento". */
const besideDue = new Set(["payment", "net", "end", "terms", "discount", "abzug", "law"]);
const isDueDate = ({ kind, words }: Field): boolean =>
  kind === "date" && words.some(({ meanings }) => meanings.includes("due"));

/** The penalty (or bonus) of a word next to a label. */
function strangerAt(field: Field, word: LabelWord | undefined): number {
  if (!word) return 0;
  if (isLabelNumber(word)) return /^\p{L}/u.test(word.text) ? -penalties.part : -penalties.number;
  if (isTotal(field)) {
    const final = word.meanings.find((meaning) => finality[meaning] !== undefined);
    if (final !== undefined) return finality[final] ?? 0;
    if (word.meanings.includes("amount")) return 0;
    if (word.meanings.some((meaning) => meaning === "tax" || meaning === "net")) return -penalties.knownWord;
  }
  if (word.meanings.some((meaning) => field.hints.has(meaning))) return 0.03;
  if (word.meanings.some((meaning) => neutralMeanings.has(meaning))) return 0;
  // "Invoice no. 12 of 5 May"
  if (field.kind === "date" && word.meanings.includes("number")) return 0;
  if (isDueDate(field) && word.meanings.some((meaning) => besideDue.has(meaning))) return 0;
  return word.known ? -penalties.knownWord : -penalties.unknownWord;
}
