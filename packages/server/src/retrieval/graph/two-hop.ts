import { createRememberingStemmer } from "../../text/remembering-stemmer.ts";
import { hashTerm } from "../../text/term-hash.ts";
import { tokenise } from "../../text/terms.ts";
import { readQuery } from "../read-query.ts";
import type { RetrievedChunk } from "../retrieved-chunk.ts";
import { withTerms } from "../search-terms.ts";
import { joinsFacts } from "./joins-facts.ts";

/* Chosen on every second multi-hop question; docs/decisions/two-hop.md has what others cost and bring. */
/** The best chunks of the first search that are searched on from. */
const maxSeeds = 5;
/** Names of one chunk that are searched with, the best first. */
const maxNames = 6;
/** Chunks that one search may add. */
const maxAdded = 5;
/** Searches that run at the same time. The index answers them together for half of what each costs alone. */
const searchesAtOnce = 10;
/** When so much time has passed, no further search begins. */
const maxMilliseconds = 1_000;
/** The first chunks of the first search keep their places: one of them may say it all. */
const kept = 3;

export type SecondHopDependencies = {
  /** Searches the files of the question; scores lie in 0..1. */
  search: (text: string, topK: number) => Promise<RetrievedChunk[]>;
  /** The names that a chunk brings in, the best first. */
  namesOf: (chunk: RetrievedChunk) => string[];
  /** How much of its score a chunk keeps that was found by a name, 0..1. Default 1. */
  trustIn?: (chunk: RetrievedChunk, name: string) => number;
  /** Who asks many questions passes one that remembers words: stemming names in seven languages is most of the reading. */
  stemOf?: Stemmer;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
};

/** A chunk of a second hop: found from a better chunk by a name that this one brought in. Absent: found by the question. */
export type JoinedChunk = RetrievedChunk & { bridge?: { name: string; chunkId: string } };

type Word = { written: string; hashes: number[] };
type Stemmer = ReturnType<typeof createRememberingStemmer>;
type Hop = { seed: RetrievedChunk; name: string; text: string };

/**
 * Adds what a question needs that joins facts of several chunks: "In which country was the author who wrote Brand born?" For each
 * of the best chunks it searches for the words of the question that the chunk lacks, together with each name that the
 * chunk brings in. What is found so is ordered by the share of the question that both chunks cover together. Chunks that
 * lack nothing are not searched on from, and questions that join nothing stay as they are.
 */
export async function addSecondHop(
  question: string,
  first: RetrievedChunk[],
  {
    search,
    namesOf,
    trustIn = () => 1,
    stemOf = createRememberingStemmer(),
    now = () => performance.now(),
  }: SecondHopDependencies,
): Promise<JoinedChunk[]> {
  if (!joinsFacts(question)) return first;
  const end = now() + maxMilliseconds;
  const hops = hopsFrom(question, first, { namesOf, stemOf });
  const joined = new Map<string, JoinedChunk>();
  for (let from = 0; from < hops.length && now() < end; from += searchesAtOnce) {
    const together = hops.slice(from, from + searchesAtOnce);
    const found = await Promise.all(together.map(({ text }) => search(text, maxAdded)));
    for (const [at, { seed, name }] of together.entries()) {
      for (const chunk of found[at] ?? []) {
        const score = seed.score + (1 - seed.score) * chunk.score * trustIn(chunk, name);
        const isSeed = chunk.chunkId === seed.chunkId;
        if (!isSeed && score > (joined.get(chunk.chunkId)?.score ?? 0))
          joined.set(chunk.chunkId, { ...chunk, score, bridge: { name, chunkId: seed.chunkId } });
      }
    }
  }
  return takingTurns(
    first,
    [...joined.values()].sort((one, other) => other.score - one.score),
  );
}

/**
 * The first chunks of the first search, then those of both by turns: so what one passage answers is hardly moved. Scores
 * never rise down the list.
 */
function takingTurns(first: RetrievedChunk[], joined: JoinedChunk[]): JoinedChunk[] {
  const ordered = new Map<string, JoinedChunk>(first.slice(0, kept).map((chunk) => [chunk.chunkId, chunk]));
  const queues = [[...joined], first.slice(kept)];
  let ceiling = first.slice(0, kept).at(-1)?.score ?? 1;
  while (queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      let next = queue.shift();
      while (next && ordered.has(next.chunkId)) next = queue.shift();
      if (!next) continue;
      ceiling = Math.min(ceiling, next.score);
      ordered.set(next.chunkId, { ...next, score: ceiling });
    }
  }
  return [...ordered.values()];
}

/** The searches of the second hop, the best chunk's first. */
function hopsFrom(
  question: string,
  first: RetrievedChunk[],
  { namesOf, stemOf }: { namesOf: (chunk: RetrievedChunk) => string[]; stemOf: Stemmer },
): Hop[] {
  const words = contentWords(question, stemOf);
  const seeds = first.slice(0, maxSeeds);
  const terms = withTerms(seeds).map(({ termHashes }) => new Set(termHashes));
  return seeds.flatMap((seed, at) => {
    const lacking = words.filter(({ hashes }) => !hashes.some((hash) => terms[at]?.has(hash)));
    if (lacking.length === 0) return [];
    const left = lacking.map(({ written }) => written).join(" ");
    return newNames(namesOf(seed), words, stemOf).map((name) => ({
      seed,
      name,
      text: `${left} ${name}`,
    }));
  });
}

/** The words of a question that say something, in all forms in which texts may have them. */
function contentWords(question: string, stemOf: Stemmer): Word[] {
  const asked = new Set(readQuery(question, stemOf).terms.flatMap(({ forms }) => forms));
  const words = new Map<string, Word>();
  for (const { text, start, end } of tokenise(question)) {
    const written = question.slice(start, end);
    const forms = readQuery(written, stemOf).terms.flatMap((term) => term.forms);
    if (forms.some((form) => asked.has(form))) words.set(text, { written, hashes: forms.map(hashTerm) });
  }
  return [...words.values()];
}

/** The first names of a chunk, without those that the question says itself. */
function newNames(names: string[], words: Word[], stemOf: Stemmer): string[] {
  const asked = new Set(words.flatMap(({ hashes }) => hashes));
  const found = new Map<string, string>();
  for (const name of names) {
    const terms = contentWords(name, stemOf);
    const isNew = terms.some(({ hashes }) => !hashes.some((hash) => asked.has(hash)));
    const key = terms.map(({ hashes }) => hashes[0]).join(" ");
    if (isNew && !found.has(key)) found.set(key, name);
    if (found.size === maxNames) break;
  }
  return [...found.values()];
}
