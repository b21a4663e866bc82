import type { Chunk } from "../chunks/chunk.ts";
import { createRememberingStemmer } from "../text/remembering-stemmer.ts";
import { hashTerms } from "../text/term-hash.ts";
import { termsOf } from "../text/terms.ts";

/** A query is searched by at most this many distinct terms: a pasted document is no better a question for more. */
export const maxQueryTerms = 64;
/** Longer "words" are noise of the extraction; their beginnings tell them apart well enough. */
const maxTermLength = 60;

const bounded = (terms: string[]): string[] => terms.map((term) => term.slice(0, maxTermLength));

const hashesOf = (
  { title, text }: Pick<Chunk, "title" | "text">,
  stemOf?: (word: string) => string,
): Uint32Array => hashTerms(bounded([...termsOf(title, stemOf), ...termsOf(text, stemOf)]));

/** What a chunk is found by: the hashes of the terms of its title path, then of its text. */
export const chunkTerms = (chunk: Pick<Chunk, "title" | "text">): Uint32Array => hashesOf(chunk);

/** Chunks of a part with their terms. Together they take less time than one by one: they share most of their words. */
export function withTerms<C extends Pick<Chunk, "title" | "text">>(
  chunks: readonly C[],
): (C & { termHashes: Uint32Array })[] {
  const stemOf = createRememberingStemmer();
  return chunks.map((chunk) => ({ ...chunk, termHashes: hashesOf(chunk, stemOf) }));
}

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
