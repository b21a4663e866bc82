import type { Language } from "../../text/languages.ts";
import { spellings } from "../../text/spellings.ts";
import type { Candidate } from "./candidate-sentences.ts";
import { compoundRelatives, separableRelatives } from "./joined-words.ts";
import type { WordTools } from "./narrow-row.ts";
import type { Question, QuestionTerm, Relative } from "./question.ts";

/**
 * A word in fewer sentences counts as if it were in this many, because one mention does not make a word rare. An absent
 * word stays absent.
 */
const minFrequency = 2;
const absentFrequency = 0.5;
/**
 * With fewer sentences than this, rarity counts as if there were this many: a few sentences do not show how rare a word
 * is.
 */
const minCollection = 20;

/** Weight of each term: its share times its inverse document frequency over the sentences (BM25's form). */
export function weightsOf(terms: QuestionTerm[], candidates: Candidate[]): number[] {
  const count = Math.max(minCollection, candidates.length);
  return terms.map((term) => {
    const found = candidates.filter(
      ({ stems, heading }) => stems.includes(term.stem) || heading.has(term.stem),
    ).length;
    const df = found === 0 ? absentFrequency : Math.max(minFrequency, found);
    return term.share * Math.log(1 + (count - df + 0.5) / (df + 0.5));
  });
}

/** With so many names the question says by them what it is about, and its other words may be said in other ways. */
const enoughNames = 2;

export function unheardShare({ terms, names }: Question, weight: number[], relatives: Relative[][]): number {
  const namesCount = names >= enoughNames;
  let [asked, unheard] = [0, 0];
  for (const [index, term] of terms.entries()) {
    if ((term.named && !namesCount) || term.share < 1) continue;
    asked += weight[index] ?? 0;
    if (relatives[index]?.length === 0) unheard += weight[index] ?? 0;
  }
  return asked === 0 ? 0 : unheard / asked;
}

/** `matches`: how closely each term is met. */
export function namesCovered(terms: QuestionTerm[], matches: number[]): number {
  let [named, found] = [0, 0];
  for (const [index, term] of terms.entries()) {
    if (!term.named) continue;
    named += 1;
    if ((matches[index] ?? 0) > 0) found += 1;
  }
  return named === 0 ? 1 : found / named;
}

/**
 * For each term, the words of the sentences and their context that mean it, closest first. A term that none of them means
 * may be written otherwise there: with an umlaut, without a slip, or in the parts of a compound.
 */
export function relativesOf(
  terms: QuestionTerm[],
  candidates: Candidate[],
  { relations, reader }: WordTools,
  language: Language | null,
): Relative[][] {
  const vocabulary = new Set<string>();
  for (const { stems, heading } of candidates) {
    for (const word of stems) vocabulary.add(word);
    for (const word of heading) vocabulary.add(word);
  }
  const all = terms.map((term) => {
    const meaning = alike(vocabulary, (word) => {
      // A number or code matches only itself.
      const exact = term.named && /\d/.test(word + term.stem);
      if (exact) return Number(word === term.stem);
      return isOtherGender(term.stem, word, reader, language) ? 1 : relations.likeness(term.stem, word);
    });
    if (meaning.length > 0) return meaning;
    const otherwise = new Set([...spellings(term.word).flatMap(reader.stems), withoutDigraphs(term.stem)]);
    const respelt = alike(vocabulary, (word) =>
      otherwise.has(word) || withoutDigraphs(word) === term.stem ? misspelt : 0,
    );
    if (respelt.length > 0 || term.named) return respelt.map((one) => ({ ...one, isRespelt: true as const }));
    const likeness = (one: string, word: string) => relations.likeness(reader.stems(one)[0] ?? one, word);
    return [
      ...compoundRelatives(term, terms, vocabulary, likeness, language),
      ...separableRelatives(term, vocabulary, likeness, language),
    ].sort((a, b) => b.likeness - a.likeness);
  });
  for (const { initials, from, to } of acronymsOf(terms))
    if (vocabulary.has(initials) && candidates.some(({ text }) => capitalsIn(text).has(initials)))
      for (const relatives of all.slice(from, to)) relatives.unshift({ word: initials, likeness: 1 });
  return all;
}

/** "Leiter" and "Leiterin" are one role. Stems of the latter end in "i" or "inn". */
function isOtherGender(
  stem: string,
  word: string,
  { stems }: WordTools["reader"],
  language: Language | null,
): boolean {
  if (language !== "de") return false;
  const masculine = (form: string) => /^(.{3,}(?:er|or|ent|ist|ekt))in{0,2}$/.exec(form)?.[1];
  const [one, other] = [masculine(stem), masculine(word)];
  return (one !== undefined && stems(one)[0] === word) || (other !== undefined && stems(other)[0] === stem);
}

const misspelt = 0.9;

const alike = (vocabulary: ReadonlySet<string>, likenessOf: (word: string) => number): Relative[] =>
  [...vocabulary]
    .map((word) => ({ word, likeness: likenessOf(word) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness);

/** "Geschaeftsfuehrer" is "Geschäftsführer", which is folded to "geschaftsfuhrer". */
const withoutDigraphs = (stem: string): string => stem.replace(/([aou])e/g, "$1");

const minInitials = 3;
const maxInitials = 5;

/** What the words of a question may be shortened to: "chief operating officer" to "coo". `to` is exclusive. */
function acronymsOf(terms: QuestionTerm[]): { initials: string; from: number; to: number }[] {
  const found: { initials: string; from: number; to: number }[] = [];
  for (const from of terms.keys())
    for (let to = from + minInitials; to <= Math.min(terms.length, from + maxInitials); to += 1)
      if (terms.slice(from + 1, to).every(({ joined }) => joined))
        found.push({
          initials: terms
            .slice(from, to)
            .map(({ stem }) => stem.charAt(0))
            .join(""),
          from,
          to,
        });
  return found;
}

const capitalsIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/(?<!\p{L})\p{Lu}{3,5}(?!\p{L})/gu), ([word]) => word.toLowerCase()));

/** "The new treasurer" is the treasurer. Folded. */
const ofToday =
  /^(?:new|current|present|neue[nrsm]?|aktuelle[nrsm]?|derzeitige[nrsm]?|jetzige[nrsm]?|nouve(?:au|l|lle)|actuel(?:le)?|nuev[oa]|actual|nuov[oa]|attuale|nov[oa]|atual|nieuwe|huidige)$/;

/** Words that make a role another one, folded. */
const otherRole =
  /^(?:deput(?:y|ies)|vice|assistant|acting|former|ex|interim|associate|stellvertretend\w*|vize|ehemalig\w*|kommissarisch\w*|adjointe?|suppleante?|ancien(?:ne)?|adjunt[oa]|suplente|interin[oa]|vicari[oa]|supplente|plaatsvervangend\w*)$/;

/**
 * Whether a sentence is about the deputy of the person asked for, or the other way round: "deputy head teacher" is neither the head
 * teacher nor the deputy caretaker.
 */
export function isOtherRole(
  terms: QuestionTerm[],
  own: number[],
  inHeading: number[],
  tokens: readonly { stem: string; token: string }[],
): boolean {
  const asked = terms.findIndex(({ word }) => otherRole.test(word));
  if (asked >= 0) {
    const next = terms.findIndex(({ joined }, at) => at > asked && !joined);
    // A heading has to name it in the same word: "school" is not the head teacher.
    const isMissing = (at: number) => (own[at] ?? 0) === 0 && (inHeading[at] ?? 0) < 1;
    return [...terms.keys()].slice(asked, next < 0 ? undefined : next).some(isMissing);
  }
  return terms.some(({ stem }) => {
    const places = [...tokens.keys()].filter((at) => tokens[at]?.stem === stem);
    return places.length > 0 && places.every((at) => otherRole.test(tokens[at - 1]?.token ?? ""));
  });
}

/** Whether a sentence with these words has all of what the question names by several words. */
export const saysWholeNames = (
  terms: QuestionTerm[],
  relatives: Relative[][],
  words: ReadonlySet<string>,
): boolean =>
  terms.every(
    ({ joined }, at) => !(joined || terms[at + 1]?.joined) || likenessIn(words, relatives[at] ?? []) > 0,
  );

/**
 * Whether a sentence has no word of what the question names by several. Beside others that share a word with it and are about
 * another person, such a sentence does not say who it is.
 */
export const saysNoneOfName = (
  terms: QuestionTerm[],
  relatives: Relative[][],
  { stems, heading, refersBack }: Candidate,
): boolean => {
  const words = new Set([...stems, ...heading]);
  const ofName = terms.flatMap(({ joined }, at) => (joined || terms[at + 1]?.joined ? [at] : []));
  return (
    !refersBack && ofName.length > 0 && ofName.every((at) => likenessIn(words, relatives[at] ?? []) === 0)
  );
};

/**
 * Whether a sentence has the last word of what the question names by several ("chief operating officer") and none of the
 * others, nor have its headings: then it is about another person. So is one with the first word and none of the others where
 * the first may name the role ("Leiter Einkauf"): `isHeadFirst`. `own`, `inHeading`: how closely each term is met there.
 * `isWholeElsewhere`: another sentence has all of them, so each missing one shows that.
 */
export function breaksName(
  terms: QuestionTerm[],
  own: number[],
  inHeading: number[],
  { isWholeElsewhere, isHeadFirst }: { isWholeElsewhere: boolean; isHeadFirst: boolean },
): boolean {
  const isMet = (index: number) => (own[index] ?? 0) > 0 || (inHeading[index] ?? 0) > 0;
  let others: number[] = [];
  for (const [index, term] of terms.entries()) {
    if (!term.joined) others = [];
    if (ofToday.test(term.word)) continue;
    const isLast = others.length > 0 && !terms[index + 1]?.joined;
    const isOther = isWholeElsewhere ? !others.every(isMet) : !others.some(isMet);
    if (isLast && (own[index] ?? 0) > 0 && isOther) return true;
    const [first, ...between] = others;
    if (
      isHeadFirst &&
      isLast &&
      first !== undefined &&
      (own[first] ?? 0) > 0 &&
      ![...between, index].some(isMet)
    )
      return true;
    others.push(index);
  }
  return false;
}

/** How closely a set of words means a term. */
export const likenessIn = (words: ReadonlySet<string>, relatives: Relative[]): number =>
  relatives.find((one) => words.has(one.word) && (one.with === undefined || words.has(one.with)))?.likeness ??
  0;
