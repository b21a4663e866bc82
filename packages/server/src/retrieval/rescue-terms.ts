import { type Language, languages } from "../text/languages.ts";
import { spellings } from "../text/spellings.ts";
import { compoundSplits } from "../text/split-compound.ts";
import { stemWord } from "../text/stem-word.ts";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit, ChunkQuery } from "./chunk-index.ts";
import type { QueryTerm, SearchQuery } from "./read-query.ts";
import { languageMark } from "./search-terms.ts";
import { createTermSlots } from "./term-slots.ts";

/** Words of one query that are looked at: each has some hundred spellings, 30 ms in the stems of all languages. */
const maxWords = { knownLanguage: 3, anyLanguage: 1 };
/** What stands for another word counts less than one that was said. */
const rescuedShare = 0.5;
const rescueHits = 50;

/**
 * The terms of a query, those of them that the index does not have replaced by words of the index that they may stand
 * for: a spelling one letter away, or the two parts of a compound. Null when there is nothing to replace. Numbers and
 * codes are never replaced. Only the index knows its vocabulary, as hashes: so it is asked for all spellings at once.
 */
export async function rescueTerms(
  { terms, language }: Pick<SearchQuery, "terms" | "language">,
  hits: ChunkHit[],
  find: Find,
): Promise<QueryTerm[] | null> {
  const words = terms.filter(({ word }) => word !== null);
  const absent = await absentTerms(termsNotIn(hits, words), find);
  const looked = absent.slice(0, language ? maxWords.knownLanguage : maxWords.anyLanguage);
  const read = language ? new Set<Language>([language, "en"]) : languages;
  const guesses = new Map(looked.map((term) => [term, guessesFor(term, read)] as const));
  const guessed = [...guesses.values()].flatMap(({ spelt, parts }) => [...spelt, ...parts.flat()]);
  if (guessed.length === 0) return null;
  const forms = [...new Set(guessed)];
  const found = await find([{ forms, weight: 1, word: null }], { limit: rescueHits });
  const counts = countTerms(found);
  const replaced = terms.flatMap((term): QueryTerm[] => {
    const guess = guesses.get(term);
    return (guess && replacementOf(term, guess, (form) => counts.get(hashTerm(form)) ?? 0)) ?? [term];
  });
  return replaced.length === terms.length && replaced.every((term, at) => term === terms[at])
    ? null
    : replaced;
}

type Find = (terms: QueryTerm[], more?: Partial<ChunkQuery>) => Promise<ChunkHit[]>;

/** Those of the terms that no chunk has. Each round finds at least one that some chunk has. */
async function absentTerms(terms: QueryTerm[], find: Find): Promise<QueryTerm[]> {
  let unseen = terms;
  while (unseen.length > 0) {
    const hits = await find(unseen, { limit: rescueHits });
    if (hits.length === 0) break;
    unseen = termsNotIn(hits, unseen);
  }
  return unseen;
}

type Guesses = { spelt: string[]; parts: (readonly [modifier: string, head: string])[] };

/** In the languages given. Spellings are stemmed anew: "departmnet" has another stem than "department". */
function guessesFor({ word }: QueryTerm, read: Iterable<Language>): Guesses {
  const guesses: Guesses = { spelt: [], parts: [] };
  const [spelt, parts] = word === null ? [[], []] : [spellings(word), compoundSplits(word)];
  for (const language of read) {
    const termOf = (guess: string): string => languageMark(language) + stemWord(guess, language);
    guesses.spelt.push(...spelt.map(termOf));
    if (language !== "de" && language !== "nl") continue;
    guesses.parts.push(...parts.map(([modifier, head]) => [termOf(modifier), termOf(head)] as const));
  }
  return guesses;
}

/** Of the spellings that the index has, the one that most hits have. */
function replacementOf(
  term: QueryTerm,
  { spelt, parts }: Guesses,
  countOf: (form: string) => number,
): QueryTerm[] | null {
  const weight = term.weight * rescuedShare;
  const split = parts.find((pair) => pair.every((part) => countOf(part) > 0));
  if (split) return split.map((part) => ({ forms: [part], weight, word: null, standsFor: rescuedShare }));
  const [best] = spelt
    .filter((form) => countOf(form) > 0)
    .sort((one, other) => countOf(other) - countOf(one));
  return best === undefined ? null : [{ forms: [best], weight, word: null, standsFor: rescuedShare }];
}

function termsNotIn(hits: ChunkHit[], terms: QueryTerm[]): QueryTerm[] {
  const slots = createTermSlots(terms.map(({ forms }) => forms.map(hashTerm)));
  const missing = new Set(terms.keys());
  for (const { termHashes } of hits) {
    for (let at = 0; at < termHashes.length; at++) missing.delete(slots.slotOf(termHashes[at] as number));
    if (missing.size === 0) break;
  }
  return terms.filter((_, at) => missing.has(at));
}

function countTerms(hits: ChunkHit[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { termHashes } of hits) {
    for (const hash of new Set(termHashes)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return counts;
}
