import { areOpposites, claimsMore, isConditional, mayDeny } from "./fact-words.ts";
import { allowsNumber, type NumberFact } from "./number-facts.ts";
import {
  alignWords,
  bounds,
  dropsRank,
  type StatementWord,
  sameWord,
  saysSomething,
} from "./statement-words.ts";

/** What of a statement the evidence says otherwise. */
export type Contradiction = "number" | "name" | "denial" | "opposite" | "strength" | "limit" | "order";

/** Share of the other words of a statement that the sentence must have before they are about the same thing. */
const sameSubject = {
  number: 0.5,
  name: 0.6,
  opposite: 0.6,
  denial: 0.75,
  strength: 0.75,
  limit: 1,
  order: 1,
};
/** Share of the other words from which on a sentence is copied, so that what differs was changed. */
const copied = 0.8;
/** Words of content between two neighbours among which the counterpart of a changed word is looked for. */
const slotLength = 4;
/** Words between two that belong together. */
const maxApart = 4;

/** All that the statement cites: a number or a name that is anywhere in it is not an invention. */
export type WholeEvidence = {
  words: StatementWord[];
  hasName: (word: StatementWord) => boolean;
  /** From a table numbers follow in more ways than rules know. */
  hasTable: boolean;
};

/**
 * What the sentences say otherwise than the statement, when they are about the same thing; undefined where no rule is sure.
 * Another wording, a missing word or an unknown name contradict nothing. `isSentence`: it is one sentence; in several a
 * denial or a condition may belong to another one. `isNearest`: no other sentence has more of its words.
 */
export function contradictionIn(
  said: StatementWord[],
  shown: StatementWord[],
  { evidence, isSentence, isNearest }: { evidence: WholeEvidence; isSentence: boolean; isNearest: boolean },
): Contradiction | undefined {
  const found = alignWords(said, shown);
  const content = said.flatMap((word, index) => (saysSomething(word) && !bounds(word) ? [index] : []));
  const share = (but?: number) => {
    const others = content.filter((index) => index !== but);
    return others.length === 0 ? 0 : others.filter((index) => found.has(index)).length / others.length;
  };
  const taken = new Set(found.values());
  const isFree = (at: number) => !taken.has(at);
  const slotOf = (index: number) => slot(index, said, shown, found).filter(isFree);
  const pick = (at: number) => shown[at] as StatementWord;

  const isShown = (word: StatementWord) => shown.some((other) => sameWord(word, other));
  /** Words in any order, and those of the sentence that are not said: "sales fell" and "a fall of sales". */
  const bag =
    content.filter((index) => isShown(said[index] as StatementWord)).length / Math.max(1, content.length - 1);
  const free = [...shown.keys()].filter((at) => !said.some((word) => sameWord(word, pick(at))));

  const [ofSaid, ofShown] = [deniedWords(said), deniedWords(shown)];
  for (const index of content) {
    const word = said[index] as StatementWord;
    const { fact } = word;
    if (found.has(index)) continue;
    const others = share(index);
    const rivals = slotOf(index);
    /** The words on both sides are copied, so this one stands in the place of what stands there. */
    const isCopy = others >= copied && isTight(index, said, found);
    if (fact) {
      const isKnown = evidence.words.some((other) => other.fact && allowsNumber(fact, other.fact));
      const isOther = (at: number) => {
        const other = pick(at).fact;
        return other !== undefined && !allowsNumber(fact, other);
      };
      if (isCopy && rivals.some(isOther)) return "number";
      const hasOtherUnit = (at: number) => pick(at).fact?.values.some((value) => fact.values.includes(value));
      if (!isKnown && isSentence && bag >= sameSubject.number && free.some(hasOtherUnit)) return "number";
      const isRivalAt = (at: number) => isRival(fact, pick(at).fact);
      if (
        !isKnown &&
        !evidence.hasTable &&
        Math.max(others, bag) >= sameSubject.number &&
        [...shown.keys()].some(isRivalAt)
      )
        return "number";
    }
    const isName = (at: number) => pick(at).kind === "name";
    if (word.kind === "name" && rivals.some(isName) && !rivals.some((at) => areKin(word, pick(at))))
      if (isCopy || (others >= sameSubject.name && !evidence.hasName(word))) return "name";
    const rest =
      others >= sameSubject.opposite ? rivals : isSentence && bag >= sameSubject.opposite ? free : [];
    // "Not easy" is hard.
    const isAsDenied = (at: number) => ofSaid.includes(index) === ofShown.includes(at);
    const isOpposite = (at: number) => areOpposites(word.folded, pick(at).folded) && isAsDenied(at);
    if (!isShown(word) && rest.some(isOpposite)) return "opposite";
  }
  if (!isSentence) return undefined;
  if (Math.max(share(), isNearest ? bag : 0) >= sameSubject.denial) {
    const isDenied = ([index, at]: [number, number]) =>
      ofSaid.includes(index) !== ofShown.includes(at) && !hidesNear(said, index) && !hidesNear(shown, at);
    if ([...found].some(isDenied)) return "denial";
  }
  if (share() >= sameSubject.strength && dropsRank(shown, taken)) return "strength";
  if (share() >= sameSubject.strength)
    for (const [index, word] of said.entries()) {
      if (word.kind !== "strength" || found.has(index)) continue;
      if (slotOf(index).some((at) => claimsMore(word.key, pick(at).key))) return "strength";
    }
  if (share() >= sameSubject.limit) {
    const isClause = [...taken].every(
      (at, index, all) => index === 0 || at - (all[index - 1] ?? 0) <= maxApart,
    );
    const drops = shown.some(
      ({ kind, folded }, at) => kind === "limit" && isFree(at) && isConditional(folded),
    );
    if (isClause && drops && !said.some(({ kind }) => kind === "limit")) return "limit";
  } else if (content.every((index) => isShown(said[index] as StatementWord))) {
    const isSwapped = content.some((index) => !found.has(index) && said[index]?.kind !== "word");
    if (isSwapped && content.length >= 0.75 * shown.filter(saysSomething).length) return "order";
  }
  return undefined;
}

/** Whether a word that may deny, "fails to" or "instead of", comes shortly before one that is compared. */
const hidesNear = (words: StatementWord[], at: number): boolean =>
  words.slice(Math.max(0, at - maxApart), at + 1).some(({ folded }) => mayDeny(folded));

/** The words of content that a denial stands directly before. "Not without" and its like deny twice. */
function deniedWords(words: StatementWord[]): number[] {
  const isDouble = words.filter(({ kind }) => kind === "denial").length > 1;
  return words.flatMap(({ kind, folded }, index) => {
    if (kind !== "denial" || (isDouble && folded === "without")) return [];
    const next = words.findIndex((word, at) => at > index && saysSomething(word) && !bounds(word));
    return next === -1 || next - index > maxApart ? [] : [next];
  });
}

/** Whether the words of content beside a word have counterparts. */
function isTight(index: number, said: StatementWord[], found: Map<number, number>): boolean {
  const before = said.findLastIndex((word, at) => at < index && saysSomething(word));
  const after = said.findIndex((word, at) => at > index && saysSomething(word));
  return (before === -1 || found.has(before)) && (after === -1 || found.has(after));
}

/** Two forms of one name: China and Chinese, Scot and Scotland. */
const areKin = (a: StatementWord, b: StatementWord): boolean =>
  a.folded.slice(0, 4) === b.folded.slice(0, 4) && a.folded.length >= 4;

/** Another number of the same kind that does not allow the one that is said. */
export const isRival = (said: NumberFact, shown: NumberFact | undefined): boolean =>
  shown !== undefined &&
  said.percent === shown.percent &&
  said.currency === shown.currency &&
  said.unit === shown.unit &&
  said.isYear === shown.isYear &&
  !allowsNumber(said, shown);

/** Positions of the evidence between the counterparts of a word's neighbours. */
function slot(
  index: number,
  said: StatementWord[],
  shown: StatementWord[],
  found: Map<number, number>,
): number[] {
  let [before, after] = [index - 1, index + 1];
  while (before >= 0 && !found.has(before)) before -= 1;
  while (after < said.length && !found.has(after)) after += 1;
  const from = found.get(before);
  const to = found.get(after);
  if (from === undefined && to === undefined) return [];
  const between = [...shown.keys()].filter((at) => at > (from ?? -1) && at < (to ?? shown.length));
  const content = between.filter((at) => saysSomething(shown[at] as StatementWord));
  return from === undefined ? content.slice(-slotLength) : content.slice(0, slotLength);
}
