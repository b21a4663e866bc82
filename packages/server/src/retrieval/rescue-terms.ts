import { spellings } from "../text/spellings.ts";
import { compoundSplits } from "../text/split-compound.ts";
import { hashTerm } from "../text/term-hash.ts";
import type { ChunkHit, ChunkQuery } from "./chunk-index.ts";
import type { QueryTerm } from "./read-query.ts";

/** Words of one query that are looked at: each may have some hundred spellings. */
const maxWords = 3;
/** What stands for another word counts less than one that was said. */
const rescuedShare = 0.5;
const rescueHits = 50;

/**
 * The terms of a query, those of them that the index does not have replaced by words of the index that they may stand
 * for: a spelling one letter away, or the two parts of a compound. Null when there is nothing to replace. Numbers and
 * codes are never replaced. Only the index knows its vocabulary, as hashes: so it is asked for all spellings at once.
 */
export async function rescueTerms(
  terms: QueryTerm[],
  hits: ChunkHit[],
  find: (terms: QueryTerm[], more?: Partial<ChunkQuery>) => Promise<ChunkHit[]>,
): Promise<QueryTerm[] | null> {
  const seen = hashesOf(hits);
  const unseen = terms.filter(
    ({ forms, isWord }) => isWord && !forms.some((form) => seen.has(hashTerm(form))),
  );
  if (unseen.length === 0) return null;
  const present = hashesOf(await find(unseen, { limit: unseen.length }));
  const absent = unseen
    .filter(({ forms }) => !forms.some((form) => present.has(hashTerm(form))))
    .slice(0, maxWords);
  const guesses = new Map(absent.map((term) => [term, guessesFor(term)] as const));
  const words = [...guesses.values()].flatMap(({ spelt, parts }) => [...spelt, ...parts.flat()]);
  if (words.length === 0) return null;
  const forms = [...new Set(words)];
  const found = await find([{ forms, weight: 1, isWord: true }], { limit: rescueHits });
  const counts = countTerms(found);
  const replaced = terms.flatMap((term): QueryTerm[] => {
    const guess = guesses.get(term);
    return (guess && replacementOf(term, guess, (form) => counts.get(hashTerm(form)) ?? 0)) ?? [term];
  });
  return replaced.length === terms.length && replaced.every((term, at) => term === terms[at])
    ? null
    : replaced;
}

type Guesses = { spelt: string[]; parts: [modifier: string, head: string][] };

const guessesFor = ({ forms }: QueryTerm): Guesses => ({
  spelt: [...new Set(forms.flatMap(spellings))],
  parts: forms.flatMap(compoundSplits),
});

/** Of the spellings that the index has, the one that most hits have. */
function replacementOf(
  term: QueryTerm,
  { spelt, parts }: Guesses,
  countOf: (form: string) => number,
): QueryTerm[] | null {
  const weight = term.weight * rescuedShare;
  const split = parts.find((pair) => pair.every((part) => countOf(part) > 0));
  if (split) return split.map((part) => ({ forms: [part], weight, isWord: true, standsFor: rescuedShare }));
  const [best] = spelt
    .filter((form) => countOf(form) > 0)
    .sort((one, other) => countOf(other) - countOf(one));
  return best === undefined ? null : [{ forms: [best], weight, isWord: true, standsFor: rescuedShare }];
}

const hashesOf = (hits: ChunkHit[]): Set<number> =>
  new Set(hits.flatMap(({ termHashes }) => [...termHashes]));

function countTerms(hits: ChunkHit[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { termHashes } of hits) {
    for (const hash of new Set(termHashes)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return counts;
}
