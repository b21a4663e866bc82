import { maxSlots, runWords, type Segment, slotsOf } from "./segment.ts";

/** A segment with the slots whose documents are gone: 1 each. Null: all are there. */
export type LivingSegment = { segment: Segment; dead: Uint8Array | null };

/** Several segments as one, without what is gone. Together they have at most `maxSlots` slots that are left. */
export function joinSegments(parts: readonly LivingSegment[]): Segment {
  const documents = joinRuns(parts);
  const dictionary = unionOf(parts.map(({ segment }) => segment.dictionary));
  const ranks = parts.map(({ segment }) => ranksIn(dictionary, segment.dictionary));
  const offsets = new Uint32Array(dictionary.length + 1);
  for (const [at, { segment }] of parts.entries()) {
    const newSlots = documents.newSlots[at] as Int32Array;
    for (let term = 0; term < segment.dictionary.length; term++) {
      const rank = (ranks[at] as Uint32Array)[term] as number;
      offsets[rank + 1] = (offsets[rank + 1] as number) + livingPostings(segment, term, newSlots);
    }
  }
  for (let rank = 0; rank < dictionary.length; rank++)
    offsets[rank + 1] = (offsets[rank + 1] as number) + (offsets[rank] as number);

  const next = offsets.slice();
  const postings = offsets.at(-1) ?? 0;
  const slots = new Uint16Array(postings);
  const counts = new Uint8Array(postings);
  for (const [at, { segment }] of parts.entries()) {
    const newSlots = documents.newSlots[at] as Int32Array;
    for (let term = 0; term < segment.dictionary.length; term++) {
      const rank = (ranks[at] as Uint32Array)[term] as number;
      let to = next[rank] as number;
      for (let from = segment.offsets[term] as number; from < (segment.offsets[term + 1] as number); from++) {
        const slot = newSlots[segment.slots[from] as number] as number;
        if (slot < 0) continue;
        slots[to] = slot;
        counts[to] = segment.counts[from] as number;
        to += 1;
      }
      next[rank] = to;
    }
  }
  const { runs, firsts, positions, lengths } = documents;
  return { runs, firsts, positions, lengths, ...withoutUnusedTerms(dictionary, offsets), slots, counts };
}

/** The runs that are left, with the new slot of every old one, -1 of what is gone. */
function joinRuns(parts: readonly LivingSegment[]) {
  const runs: number[] = [];
  const firsts: number[] = [];
  const positions: number[] = [];
  const newSlots = parts.map(({ segment }) => new Int32Array(slotsOf(segment)).fill(-1));
  let slots = 0;
  for (const [at, { segment, dead }] of parts.entries()) {
    for (let run = 0; run < segment.positions.length; run++) {
      const [first, end] = [segment.firsts[run] as number, segment.firsts[run + 1] as number];
      // A document is gone as a whole.
      if (first === end || dead?.[first] === 1) continue;
      for (let word = 0; word < runWords; word++) runs.push(segment.runs[run * runWords + word] as number);
      firsts.push(slots);
      positions.push(segment.positions[run] as number);
      for (let slot = first; slot < end; slot++) (newSlots[at] as Int32Array)[slot] = slots++;
    }
  }
  if (slots > maxSlots) throw new Error(`A segment can't have ${slots} slots`);
  const lengths = new Uint16Array(slots);
  for (const [at, { segment }] of parts.entries())
    for (const [slot, newSlot] of (newSlots[at] as Int32Array).entries())
      if (newSlot >= 0) lengths[newSlot] = segment.lengths[slot] as number;
  return {
    runs: Uint32Array.from(runs),
    firsts: Uint32Array.from([...firsts, slots]),
    positions: Uint32Array.from(positions),
    lengths,
    newSlots,
  };
}

function unionOf(dictionaries: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(dictionaries.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const dictionary of dictionaries) {
    all.set(dictionary, end);
    end += dictionary.length;
  }
  all.sort();
  let distinct = 0;
  for (let at = 0; at < all.length; at++)
    if (at === 0 || all[at] !== all[at - 1]) all[distinct++] = all[at] as number;
  return all.slice(0, distinct);
}

/** Where each term of `some` is in `all`. Both ascend. */
function ranksIn(all: Uint32Array, some: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(some.length);
  let rank = 0;
  for (let at = 0; at < some.length; at++) {
    while (all[rank] !== some[at]) rank += 1;
    ranks[at] = rank;
  }
  return ranks;
}

function livingPostings({ offsets, slots }: Segment, term: number, newSlots: Int32Array): number {
  let living = 0;
  for (let at = offsets[term] as number; at < (offsets[term + 1] as number); at++)
    if ((newSlots[slots[at] as number] as number) >= 0) living += 1;
  return living;
}

/** Terms that only documents had which are gone must not stay: their hashes tell which words these had. */
function withoutUnusedTerms(dictionary: Uint32Array, offsets: Uint32Array) {
  let used = 0;
  for (let rank = 0; rank < dictionary.length; rank++) {
    if (offsets[rank] === offsets[rank + 1]) continue;
    dictionary[used] = dictionary[rank] as number;
    offsets[used] = offsets[rank] as number;
    used += 1;
  }
  offsets[used] = offsets.at(-1) as number;
  return { dictionary: dictionary.slice(0, used), offsets: offsets.slice(0, used + 1) };
}
