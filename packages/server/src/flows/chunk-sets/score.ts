import type { ChunkHit, ChunkQuery } from "../../retrieval/chunk-index.ts";
import { hashTerms } from "../../text/term-hash.ts";
import type { SetIndex } from "./set-index.ts";

/** Saturation and length normalisation of BM25, as the service's index uses them. */
const k1 = 1.2;
const b = 0.75;

/** A term of the query with its places in every set: of set `s` those from `from[s]` up to `to[s]`. */
type AskedTerm = { hash: number; rarity: number; from: Uint32Array; to: Uint32Array };

/**
 * BM25 over sets in memory, best first: the hits and scores of `scoreStored` over the same chunks. It looks only at the
 * chunks that have a term of the query, so one of 50,000 takes a few milliseconds.
 */
export function scoreSets(
  sets: SetIndex[],
  { terms, weights, required = [], limit }: ChunkQuery,
): ChunkHit[] {
  const chunks = sets.reduce((sum, { chunkIds }) => sum + chunkIds.length, 0);
  const averageLength = sets.reduce((sum, set) => sum + set.terms.length, 0) / chunks || 1;
  const weightOf = new Map<number, number>();
  for (const [at, hash] of hashTerms(terms).entries()) weightOf.set(hash, weights?.[at] ?? 1);
  for (const hash of hashTerms(required.flat())) if (!weightOf.has(hash)) weightOf.set(hash, 0);
  const asked = Array.from(weightOf, ([hash, weight]): AskedTerm => {
    const places = placesOf(hash, sets);
    const having = places.to.reduce((sum, to, at) => sum + to - (places.from[at] as number), 0);
    return { hash, ...places, rarity: weight * Math.log(1 + (chunks - having + 0.5) / (having + 0.5)) };
  });
  const needed = required.map((forms) => {
    const hashes = new Set(hashTerms(forms));
    return asked.filter(({ hash }) => hashes.has(hash));
  });

  const found = { sets: [] as number[], rows: [] as number[], scores: [] as number[] };
  const largest = sets.reduce((most, { chunkIds }) => Math.max(most, chunkIds.length), 0);
  const scores = new Float64Array(largest);
  const matched = new Uint8Array(largest);
  for (const [at, set] of sets.entries()) {
    const touched: number[] = [];
    for (const { from, to, rarity } of asked) {
      const end = to[at] as number;
      for (let place = from[at] as number; place < end; place++) {
        const row = set.rows[place] as number;
        const count = set.counts[place] as number;
        const length = (set.starts[row + 1] as number) - (set.starts[row] as number);
        const normalised = k1 * (1 - b + (b * length) / averageLength);
        if (matched[row] === 0) touched.push(row);
        matched[row] = 1;
        scores[row] = (scores[row] as number) + (rarity * count * (k1 + 1)) / (count + normalised);
      }
    }
    const having = needed.map((forms) => rowsWith(forms, at, set));
    for (const row of touched) {
      if (having.every((rows) => rows.has(row))) {
        found.sets.push(at);
        found.rows.push(row);
        found.scores.push(scores[row] as number);
      }
      scores[row] = 0;
      matched[row] = 0;
    }
  }
  return bestOf(found, limit).map(({ set, row, score }) => hitOf(sets[set] as SetIndex, row, score));
}

function placesOf(hash: number, sets: SetIndex[]): Pick<AskedTerm, "from" | "to"> {
  const from = new Uint32Array(sets.length);
  const to = new Uint32Array(sets.length);
  for (const [at, { hashes, firsts }] of sets.entries()) {
    let [low, high] = [0, hashes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hashes[middle] as number) < hash) low = middle + 1;
      else high = middle;
    }
    if (hashes[low] !== hash) continue;
    from[at] = firsts[low] as number;
    to[at] = firsts[low + 1] as number;
  }
  return { from, to };
}

const rowsWith = (forms: AskedTerm[], at: number, { rows }: SetIndex): Set<number> =>
  new Set(forms.flatMap(({ from, to }) => Array.from(rows.subarray(from[at], to[at]))));

type Found = { sets: number[]; rows: number[]; scores: number[] };

/** Equally good ones in the order of the sets, then of the chunks. */
function bestOf({ sets, rows, scores }: Found, limit: number): { set: number; row: number; score: number }[] {
  // Numbers alone are sorted in a tenth of the time: most rows are never looked at again.
  const worst =
    scores.length > limit
      ? (Float64Array.from(scores).sort().at(-limit) as number)
      : Number.NEGATIVE_INFINITY;
  return scores
    .flatMap((score, at) =>
      score >= worst ? [{ set: sets[at] as number, row: rows[at] as number, score }] : [],
    )
    .sort((one, other) => other.score - one.score || one.set - other.set || one.row - other.row)
    .slice(0, limit);
}

const hitOf = (set: SetIndex, row: number, score: number): ChunkHit => ({
  chunkId: set.chunkIds[row] as string,
  fileId: set.fileId,
  position: set.positions[row] as number,
  score,
  termHashes: set.terms.subarray(set.starts[row], set.starts[row + 1]),
});
