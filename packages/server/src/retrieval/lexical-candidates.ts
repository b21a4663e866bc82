import { createRememberingStemmer } from "../text/remembering-stemmer.ts";
import { hashTerm } from "../text/term-hash.ts";
import { type Candidate, type CandidateSource, weightOfWords } from "./candidate-source.ts";
import type { ChunkHit, ChunkIndex, ChunkQuery } from "./chunk-index.ts";
import { inOrderOfScore, roundedScore } from "./order-hits.ts";
import { type RankedTerm, rank, sampledHits } from "./rank.ts";
import { type QueryTerm, readQuery } from "./read-query.ts";
import { rescueTerms } from "./rescue-terms.ts";

type Index = Pick<ChunkIndex, "search">;

/** Hits beyond the wanted ones that show whether more are as good as the last of them. */
const margin = 6;
/** When more hits than these are as good as each other, any of them may be among the first. */
const maxTied = 1_000;
/** Hits among which a quoted phrase is looked for. */
const phraseHits = 300;

/**
 * Finds chunks by their words, in the order of BM25. The first ones are the same for every `limit`. Chunks must have a
 * quoted phrase, unless none of them has it. Words that the index does not have are read as those that they may be a
 * misspelling or a compound of, unless `corrects` is false.
 */
export function createLexicalCandidates(index: Index, { corrects = true } = {}): CandidateSource {
  const stemOf = createRememberingStemmer();
  return {
    async search(query, { projectId, fileIds }, limit, signal) {
      const { terms, phrases, language } = readQuery(query, stemOf);
      if (terms.length === 0) return [];
      const find = async (asked: QueryTerm[], more: Partial<ChunkQuery> = {}): Promise<ChunkHit[]> => {
        const forms = asked.flatMap((term) => term.forms.map((form) => ({ form, weight: term.weight })));
        const hits = await index.search(projectId, {
          terms: forms.map(({ form }) => form),
          weights: forms.map(({ weight }) => weight),
          fileIds,
          limit: sampledHits + margin,
          ...more,
        });
        signal.throwIfAborted();
        return hits;
      };

      if (phrases.length > 0) {
        const required = phrases.flat();
        const hits = await find(terms, { required, limit: Math.max(limit, phraseHits) });
        const having = hits.filter((hit) => phrases.every((phrase) => hasPhrase(hit, phrase)));
        if (having.length > 0) return toCandidates(rank(having, terms.map(toRankedTerm)), limit);
      }

      let asked: QueryTerm[] = terms;
      let hits = await untied((atMost) => find(asked, { limit: atMost }), limit);
      const rescued = corrects ? await rescueTerms({ terms, language }, hits, find) : null;
      if (rescued) {
        asked = rescued;
        hits = await untied((atMost) => find(asked, { limit: atMost }), limit);
      }
      return toCandidates(rank(hits, asked.map(toRankedTerm)), limit);
    },
  };
}

/** Asks for more while the last of the wanted hits would be an arbitrary choice among equally good ones. */
async function untied(find: (limit: number) => Promise<ChunkHit[]>, limit: number): Promise<ChunkHit[]> {
  const wanted = Math.max(limit, sampledHits);
  for (let asked = wanted + margin; ; asked *= 4) {
    const hits = await find(asked);
    if (hits.length < asked || asked >= maxTied) return hits;
    const ordered = inOrderOfScore(hits);
    const [lastWanted, last] = [ordered[wanted - 1], ordered.at(-1)];
    if (!lastWanted || !last || roundedScore(lastWanted) !== roundedScore(last)) return hits;
  }
}

const toRankedTerm = ({ forms, weight, standsFor }: QueryTerm): RankedTerm => ({
  hashes: forms.map(hashTerm),
  weight,
  credit: standsFor ?? 1,
});

const toCandidates = (ranked: ReturnType<typeof rank>, limit: number): Candidate[] =>
  ranked.slice(0, limit).map(({ hit, score }) => ({
    chunkId: hit.chunkId,
    score,
    sum: weightOfWords * hit.score,
  }));

/** Whether a chunk has the terms of a phrase, each in any of its forms, next to each other and in order. */
function hasPhrase({ termHashes }: Pick<ChunkHit, "termHashes">, phrase: string[][]): boolean {
  const wanted = phrase.map((forms) => new Set(forms.map(hashTerm)));
  const lastStart = termHashes.length - wanted.length;
  for (let start = 0; start <= lastStart; start++) {
    if (wanted.every((forms, at) => forms.has(termHashes[start + at] as number))) return true;
  }
  return false;
}
