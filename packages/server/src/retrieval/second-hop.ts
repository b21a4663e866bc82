import type { ChunkStore, StoredChunk } from "../chunks/chunk-store.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { hashTerm } from "../text/term-hash.ts";
import { type Candidate, type SearchScope, weightOfWords } from "./candidate-source.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { entitiesOf } from "./entities.ts";
import { type QueryTerm, readQuery } from "./read-query.ts";
import { type Stemmer, withTerms } from "./search-terms.ts";

/* docs/decisions/two-hop.md has what others bring. */
/** The best chunks that are searched on from, and the new names of each that are searched with. */
const breadths = { narrow: { seeds: 3, names: 4 }, wide: { seeds: 5, names: 6 } };
/** Chunks that one search may lift. */
const maxLifted = 10;
/** What BM25 of a second search counts beside that of the first. */
const share = 0.5;
/** Candidates whose own sum counts: those behind them are as good as the last of these. */
export const hopDepth = 100;

export type SecondHop = (
  question: string,
  scope: SearchScope,
  candidates: Candidate[],
  breadth: keyof typeof breadths,
  signal: AbortSignal,
) => Promise<Candidate[]>;

/**
 * Lifts chunks that a question needs with another one: "In which country was the author who wrote Brand born?" From each of the
 * best chunks it searches for what the question says and the chunk does not, together with the names that the chunk brings
 * in. Whatever has one of these names whole is lifted by its BM25 in that search. No wording decides: where the best chunk
 * says all of the question nothing is searched, and chunks that name nothing new lift nothing. Only with vectors.
 */
export const createSecondHop =
  (
    { index, chunks }: { index: Pick<ChunkIndex, "searchAll">; chunks: Pick<ChunkStore, "findActive"> },
    stemOf: Stemmer,
  ): SecondHop =>
  async (question, scope, candidates, breadth, signal) => {
    const [best] = candidates;
    const first = candidates.slice(0, breadths[breadth].seeds);
    // Beside words alone the lifts would be far too large, and smaller ones bring nothing.
    if (!best || candidates.every(({ cosine }) => cosine === undefined)) return candidates;
    const { terms } = readQuery(question, stemOf);
    const found = await chunks.findActive(
      scope.projectId,
      first.map(({ chunkId }) => chunkId),
    );
    signal.throwIfAborted();
    const read = withTerms(found);
    const answers = read.some(
      ({ chunkId, termHashes }) => chunkId === best.chunkId && lackingIn(termHashes, terms).length === 0,
    );
    if (answers) return candidates;
    const hops = read.flatMap((seed) => hopsFrom(seed, terms, breadths[breadth].names, stemOf));
    const lifts = new Map<string, number>();
    const hits = await index.searchAll(scope.projectId, {
      fileIds: scope.fileIds,
      queries: hops.map(({ lacking, name }) => {
        const asked = distinct([...lacking, ...name]);
        return {
          terms: asked.map(({ form }) => form),
          weights: asked.map(({ weight }) => weight),
          required: name.map(({ forms }) => forms),
          limit: maxLifted,
          isBare: true,
        };
      }),
    });
    for (const [at, { seedId }] of hops.entries()) {
      const sumOfSeed = first.find(({ chunkId }) => chunkId === seedId)?.sum ?? 0;
      for (const { chunkId, score } of hits[at] ?? []) {
        if (chunkId === seedId) continue;
        const lift = (share * weightOfWords * score * sumOfSeed) / best.sum;
        lifts.set(chunkId, Math.max(lift, lifts.get(chunkId) ?? 0));
      }
    }
    signal.throwIfAborted();
    return lifts.size === 0 ? candidates : lifted(candidates, lifts);
  };

type Hop = { seedId: string; lacking: QueryTerm[]; name: QueryTerm[] };

function hopsFrom(
  { chunkId: seedId, text, termHashes }: StoredChunk & { termHashes: Uint32Array },
  terms: QueryTerm[],
  maxNames: number,
  stemOf: Stemmer,
): Hop[] {
  const lacking = lackingIn(termHashes, terms);
  if (lacking.length === 0) return [];
  const asked = new Set(terms.flatMap(({ forms }) => forms));
  return namesIn(text)
    .map((name) => readQuery(name, stemOf).terms.filter(({ weight }) => weight >= 1))
    .filter((name) => name.some(({ forms }) => !forms.some((form) => asked.has(form))))
    .slice(0, maxNames)
    .map((name) => ({ seedId, lacking, name }));
}

function lackingIn(termHashes: Uint32Array, terms: QueryTerm[]): QueryTerm[] {
  const said = new Set(termHashes);
  return terms.filter(({ forms }) => !forms.some((form) => said.has(hashTerm(form))));
}

/** German writes every noun with a capital: only several words together are a name there. */
function namesIn(text: string): string[] {
  const names = entitiesOf(text);
  return detectLanguage(text.match(/\p{L}+/gu) ?? []) === "de"
    ? names.filter((name) => name.includes(" "))
    : names;
}

/** Each form once, with the most that it counts. */
function distinct(terms: QueryTerm[]): { form: string; weight: number }[] {
  const weights = new Map<string, number>();
  for (const { forms, weight } of terms)
    for (const form of forms) weights.set(form, Math.max(weight, weights.get(form) ?? 0));
  return Array.from(weights, ([form, weight]) => ({ form, weight }));
}

/** In the new order, with scores that are to the best as the sums are. */
function lifted(candidates: Candidate[], lifts: Map<string, number>): Candidate[] {
  const floor = candidates[hopDepth - 1]?.sum ?? 0;
  const known = new Map(
    candidates.map((each, at) => [each.chunkId, at < hopDepth ? each : { ...each, sum: floor }]),
  );
  for (const [chunkId, lift] of lifts) {
    const before = known.get(chunkId) ?? { chunkId, score: 0, sum: floor };
    known.set(chunkId, { ...before, sum: before.sum + lift });
  }
  const ordered = [...known.values()].sort((one, other) => other.sum - one.sum);
  const highest = ordered[0]?.sum ?? 1;
  const bestScore = candidates[0]?.score ?? 0;
  return ordered.map((each) => ({ ...each, score: (bestScore * each.sum) / highest }));
}
