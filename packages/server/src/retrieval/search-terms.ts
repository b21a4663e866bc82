import type { Chunk } from "../chunks/chunk.ts";
import { hashTerms } from "../text/term-hash.ts";
import { termsOf } from "../text/terms.ts";

/** A query is searched by at most this many distinct terms: a pasted document is no better a question for more. */
export const maxQueryTerms = 64;
/** Longer "words" are noise of the extraction; their beginnings tell them apart well enough. */
const maxTermLength = 60;

const bounded = (terms: string[]): string[] => terms.map((term) => term.slice(0, maxTermLength));

/** What a chunk is found by: the hashes of the terms of its title path, then of its text. */
export const chunkTerms = ({ title, text }: Pick<Chunk, "title" | "text">): Uint32Array =>
  hashTerms(bounded([...termsOf(title), ...termsOf(text)]));

export const withTerms = <C extends Pick<Chunk, "title" | "text">>(
  chunk: C,
): C & { termHashes: Uint32Array } => ({ ...chunk, termHashes: chunkTerms(chunk) });

/** Distinct terms of a query in order; of a very long one those it repeats most, the earlier first. */
export function queryTerms(text: string): string[] {
  const counts = new Map<string, number>();
  for (const term of bounded(termsOf(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  if (counts.size <= maxQueryTerms) return [...counts.keys()];
  const kept = new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, maxQueryTerms)
      .map(([term]) => term),
  );
  return [...counts.keys()].filter((term) => kept.has(term));
}
