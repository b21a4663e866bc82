import { bytesOfId, idAt, idWords } from "../../kernel/packed-ids.ts";

/**
 * The words of up to 65,536 chunks, turned round: by term the chunks that have it. A chunk is a slot, 0-based; the chunks
 * of a document are slots in a row, in one run or, of a long document, in several.
 */
export type Segment = {
  /** Of each run: the ids of its version, its file and its chunk set, 4 words each, and the number of its addition. */
  runs: Uint32Array;
  /** The first slot of each run, and behind the last one the number of slots. */
  firsts: Uint32Array;
  /** The position in its document of each run's first chunk. */
  positions: Uint32Array;
  /** Terms of each chunk, at most 65,535. */
  lengths: Uint16Array;
  /** Hashes of the terms, ascending. */
  dictionary: Uint32Array;
  /** Where the postings of each term begin, and behind the last one their number. */
  offsets: Uint32Array;
  /** Postings: the slots that have the term, ascending, and how often, at most 255 times. */
  slots: Uint16Array;
  counts: Uint8Array;
};

export const maxSlots = 65_536;

/** A longer document is cut into runs, so that it can be divided among segments. */
export const chunksPerRun = 512;

/** Words of one run. */
export const runWords = 3 * idWords + 1;

export type RunDocument = { versionId: string; fileId: string; chunkSetId: string; number: number };

/** Chunks of one document, by position without a gap. */
export type NewRun = { document: RunDocument; firstPosition: number; chunks: Uint32Array[] };

export const slotsOf = ({ lengths }: Segment): number => lengths.length;

export const versionOf = ({ runs }: Segment, run: number): string => idAt(runs, run * runWords);
export const fileOf = ({ runs }: Segment, run: number): string => idAt(runs, run * runWords + idWords);
export const chunkSetOf = ({ runs }: Segment, run: number): string =>
  idAt(runs, run * runWords + 2 * idWords);
export const numberOf = ({ runs }: Segment, run: number): number =>
  runs[run * runWords + 3 * idWords] as number;

/** The last word of an id, which is random: ids begin with the time. */
export const markOf = (id: string): number => Number.parseInt(id.slice(-8), 16);
export const versionMarkOf = ({ runs }: Segment, run: number): number =>
  runs[run * runWords + idWords - 1] as number;

/** The run that a slot belongs to. */
export function runOfSlot({ firsts }: Segment, slot: number): number {
  let [low, high] = [0, firsts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((firsts[middle] as number) <= slot) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A segment of new chunks, at most `maxSlots` of them. */
export function createSegment(newRuns: NewRun[]): Segment {
  const chunks = newRuns.flatMap((run) => run.chunks);
  const runs = new Uint32Array(newRuns.length * runWords);
  const firsts = new Uint32Array(newRuns.length + 1);
  for (const [at, { document, chunks: ofRun }] of newRuns.entries()) {
    const start = at * runWords;
    bytesOfId(document.versionId, runs, start);
    bytesOfId(document.fileId, runs, start + idWords);
    bytesOfId(document.chunkSetId, runs, start + 2 * idWords);
    runs[start + 3 * idWords] = document.number;
    firsts[at + 1] = (firsts[at] as number) + ofRun.length;
  }
  return {
    runs,
    firsts,
    positions: Uint32Array.from(newRuns, ({ firstPosition }) => firstPosition),
    lengths: Uint16Array.from(chunks, ({ length }) => Math.min(length, 0xffff)),
    ...invert(chunks),
  };
}

/** By term the slots that have it. */
function invert(
  chunks: readonly Uint32Array[],
): Pick<Segment, "dictionary" | "offsets" | "slots" | "counts"> {
  /** Terms in the order of their first use. */
  const terms: number[] = [];
  const placeOf = new Map<number, number>();
  const having: number[] = [];
  const longest = chunks.reduce((sum, { length }) => sum + length, 0);
  const places = new Uint32Array(longest);
  const postingSlots = new Uint16Array(longest);
  const postingCounts = new Uint8Array(longest);
  let postings = 0;
  for (const [slot, hashes] of chunks.entries()) {
    const countOf = new Map<number, number>();
    for (let at = 0; at < hashes.length; at++) {
      const hash = hashes[at] as number;
      countOf.set(hash, (countOf.get(hash) ?? 0) + 1);
    }
    for (const [hash, count] of countOf) {
      const known = placeOf.get(hash);
      const place = known ?? terms.push(hash) - 1;
      if (known === undefined) placeOf.set(hash, place);
      having[place] = (having[place] ?? 0) + 1;
      places[postings] = place;
      postingSlots[postings] = slot;
      postingCounts[postings] = Math.min(count, 255);
      postings += 1;
    }
  }
  const order = Uint32Array.from(terms.keys()).sort(
    (one, other) => (terms[one] as number) - (terms[other] as number),
  );
  const offsets = new Uint32Array(terms.length + 1);
  const next = new Uint32Array(terms.length);
  for (const [rank, place] of order.entries()) {
    next[place] = offsets[rank] as number;
    offsets[rank + 1] = (offsets[rank] as number) + (having[place] as number);
  }
  const slots = new Uint16Array(postings);
  const counts = new Uint8Array(postings);
  for (let posting = 0; posting < postings; posting++) {
    const place = places[posting] as number;
    const at = next[place] as number;
    next[place] = at + 1;
    slots[at] = postingSlots[posting] as number;
    counts[at] = postingCounts[posting] as number;
  }
  return { dictionary: Uint32Array.from(order, (place) => terms[place] as number), offsets, slots, counts };
}
