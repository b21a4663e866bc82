import { stem } from "../../text/stem.ts";
import { foldAccents, isStopWord } from "../../text/terms.ts";
import { comparableText } from "./comparable-text.ts";
import { denies, limitsMeaning, strengthOf } from "./fact-words.ts";
import { monthOf } from "./name-facts.ts";
import { type NumberFact, numberFacts, sameNumber } from "./number-facts.ts";

/**
 * `number`, `name` and `word` say something. `denial`, `limit` and `strength` say how far it holds. `relation` words tell
 * who does what to whom; `pronoun` stands for a name; `other` words are articles and fillers.
 */
export type WordKind =
  | ("number" | "name" | "word")
  | ("denial" | "limit" | "strength")
  | ("relation" | "pronoun" | "other");

export type StatementWord = {
  kind: WordKind;
  /** What is compared: the stem of a word, the group of a strength. */
  key: string;
  folded: string;
  fact?: NumberFact;
  /** A sign that parts clauses comes before it. */
  isParted: boolean;
  /** The word begins a sentence, or follows an abbreviation. */
  opens: boolean;
  /** That sign is one between the items of a list. */
  isListed: boolean;
};

const set = (words: string) => new Set(words.split(/\s+/));
const be = set("is are was were be been being ist sind waren wird werden wurde wurden est sont etait");
const relations = set(
  `by to from with without before after over under above below than against between into onto since during through
   toward towards of for in on at as because via per out off up down among within behind beyond
   von vom durch zu nach vor mit gegen fur uber unter zwischen seit auf aus bei
   par de du des pour dans avec contre entre sous sur avant apres depuis por para con en sobre`,
);
const relatives = set("who whom whose which that where when while welche welcher welches qui");
const pronouns = set(
  `it he she they we you i this these those there er sie es wir il elle ils elles nous vous el ella ellos`,
);
const fillers = set(
  `its his her their our your him them ihr ihre sein seine lui loro also well yes yeah no ok okay oh so then just even really actually indeed however therefore thus furthermore moreover
   additionally overall hence too very here
   auch ja sehr aussi donc tambien anche ook`,
);
const pattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['.&][\p{L}\p{N}\p{M}]+)*/gu;
const parting = /[,;:()[\]"–—|!?.]|\s-\s/u;

/** The words of a text with what each is for. */
export function statementWords(text: string): StatementWord[] {
  const plain = comparableText(
    text
      .replace(/\bcan(?:'|’)t\b/g, "can not")
      .replace(/\bwon(?:'|’)t\b/g, "will not")
      .replace(/n(?:'|’)t\b/g, " not")
      .replace(/\b(it|that|he|she|there|who|what)(?:'|’)s\b/gi, "$1 is")
      .replace(/(?:'|’)(?:re)\b/g, " are"),
  ).text;
  const numbers = numberFacts(plain);
  const words: StatementWord[] = [];
  let end = 0;
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    const gap = plain.slice(end, index);
    const opens = words.length === 0 || /[.!?:]/.test(gap);
    const isParted = words.length === 0 || parting.test(gap);
    // "7n2" is a code, or a formula.
    const fact = /\d\p{L}+\d/u.test(found)
      ? undefined
      : numbers.find((number) => number.start < index + found.length && number.end > index);
    end = index + found.length;
    if (fact && words.at(-1)?.fact === fact) continue;
    const folded = foldAccents(found)
      .replace(/'s?$/, "")
      .replace(/\.(?=\p{L}|$)/gu, "");
    const isDated =
      /^\d{1,4}(?!\d)|^of\b/.test(plain.slice(end).trimStart()) ||
      /\d\.?(?: of)? $/.test(plain.slice(0, index));
    words.push({
      ...(monthIn(found, folded, isDated) ?? kindOf(found, folded, opens, fact)),
      ...(fact === undefined && /\d/.test(found) && plain[end] === "%" && { key: `${folded}%` }),
      folded,
      isParted,
      opens,
      isListed: /^\s?[,;]\s$/.test(gap),
    });
  }
  // "No, …" answers a question and denies nothing.
  const [first, second] = words;
  return first?.kind === "denial" && second?.isParted
    ? [{ ...first, kind: "other" }, ...words.slice(1)]
    : words;
}

/** Months have one key in all languages. "May" and "mars" are months beside a day or a year. */
function monthIn(found: string, folded: string, isDated: boolean): { kind: "name"; key: string } | undefined {
  const month = monthOf.get(folded);
  const isOther = !/^\p{Lu}/u.test(found) || folded === "may" || folded === "mars" || folded === "march";
  return month === undefined || (isOther && !isDated) ? undefined : { kind: "name", key: `month ${month}` };
}

function kindOf(
  found: string,
  folded: string,
  opens: boolean,
  fact: NumberFact | undefined,
): Pick<StatementWord, "kind" | "key" | "fact"> {
  if (fact) return { kind: "number", key: folded, fact };
  if (denies(folded)) return { kind: "denial", key: "not" };
  if (limitsMeaning(folded)) return { kind: "limit", key: stem(folded) };
  const strength = strengthOf(folded);
  if (strength !== undefined) return { kind: "strength", key: strength };
  if (be.has(folded)) return { kind: "relation", key: "be" };
  if (relatives.has(folded)) return { kind: "relation", key: "that" };
  if (relations.has(folded)) return { kind: "relation", key: folded };
  if (pronouns.has(folded)) return { kind: "pronoun", key: folded };
  if (
    fillers.has(folded) ||
    (isStopWord(folded) && (opens || !/^\p{Lu}\p{Ll}{2}/u.test(found) || folded === "the"))
  )
    return { kind: "other", key: folded };
  // The first word of a sentence has a capital, whatever it is.
  const isName = /^\p{Lu}|\d/u.test(found) && (!opens || /\p{Lu}.*\p{Lu}|\d/u.test(found));
  return { kind: isName ? "name" : "word", key: stem(folded) };
}

export const saysSomething = ({ kind }: StatementWord): boolean =>
  kind !== "relation" && kind !== "pronoun" && kind !== "other";

/** Whether "second" is left out before "largest": the counterparts of a statement are `taken`. */
export const dropsRank = (shown: StatementWord[], taken: Set<number>): boolean =>
  shown.some(
    ({ fact }, at) =>
      fact?.ordinal &&
      !taken.has(at) &&
      taken.has(at + 1) &&
      /(?:est|most)$/.test(shown[at + 1]?.folded ?? ""),
  );

/** Whether a word changes how far the others hold. */
export const bounds = ({ kind }: StatementWord): boolean =>
  kind === "denial" || kind === "limit" || kind === "strength";

export const sameWord = (said: StatementWord, shown: StatementWord): boolean =>
  said.fact && shown.fact
    ? sameNumber(said.fact, shown.fact)
    : said.key === shown.key && !said.fact && !shown.fact;

/**
 * For each word of a statement that says something, in order, the position of its counterpart in the evidence; undefined
 * where it has none. The counterparts rise, and stay together where they can.
 */
export function alignWords(said: StatementWord[], shown: StatementWord[]): Map<number, number> {
  const rows = said.flatMap((word, index) => (saysSomething(word) ? [index] : []));
  const columns = shown.flatMap((word, index) => (saysSomething(word) ? [index] : []));
  const width = columns.length + 1;
  const best = new Float64Array((rows.length + 1) * width);
  const isDiagonal = (row: number, column: number): boolean =>
    sameWord(said[rows[row] ?? 0] as StatementWord, shown[columns[column] ?? 0] as StatementWord);
  const matches = rows.map((_, row) => columns.map((_, column) => isDiagonal(row, column)));
  const gain = (row: number, column: number) => (matches[row + 1]?.[column + 1] ? 10.5 : 10);
  /** What a word costs that is skipped between two counterparts: of "data lakes vary: a data lake is" the second one counts. */
  const apart = (row: number) => (row === 0 ? 0 : 2 ** -10);
  for (let row = rows.length - 1; row >= 0; row -= 1)
    for (let column = columns.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      best[at] = Math.max(best[at + width] ?? 0, (best[at + 1] ?? 0) - apart(row));
      if (matches[row]?.[column])
        best[at] = Math.max(best[at] ?? 0, gain(row, column) + (best[at + width + 1] ?? 0));
    }
  const found = new Map<number, number>();
  for (let row = 0, column = 0; row < rows.length && column < columns.length; ) {
    const at = row * width + column;
    const isTaken = matches[row]?.[column] && best[at] === gain(row, column) + (best[at + width + 1] ?? 0);
    if (isTaken) {
      found.set(rows[row] ?? 0, columns[column] ?? 0);
      row += 1;
      column += 1;
    } else if (best[at] === (best[at + 1] ?? 0) - apart(row)) column += 1;
    else row += 1;
  }
  return found;
}
