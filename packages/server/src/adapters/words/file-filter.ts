import { isId } from "../../kernel/ids.ts";
import { idWords } from "./packed-ids.ts";
import { runWords, type Segment, slotsOf } from "./segment.ts";

/** The files that a search may find chunks of. */
export type FileFilter = {
  /** A test for the slots of these segments. */
  wantedIn(segments: readonly Segment[]): (segment: number, slot: number) => boolean;
};

/**
 * A filter of file ids, with a comma between two; what is not an id is no file. Each run is looked up once, not each
 * chunk, and what is wanted is kept by slot while the segment is the same: one question asks several times.
 */
export function createFileFilter(fileIds: string): FileFilter {
  const contains = createIdSet(fileIds.split(",").filter(isId));
  const known = new WeakMap<Segment, Uint8Array>();
  const wantedOf = (segment: Segment): Uint8Array => {
    const kept = known.get(segment);
    if (kept) return kept;
    const wanted = new Uint8Array(slotsOf(segment));
    for (let run = 0; run < segment.positions.length; run++)
      if (contains(segment.runs, run * runWords + idWords))
        wanted.fill(1, segment.firsts[run], segment.firsts[run + 1]);
    known.set(segment, wanted);
    return wanted;
  };
  return {
    wantedIn(segments) {
      const wanted = segments.map(() => null as Uint8Array | null);
      return (at, slot) => {
        wanted[at] ??= wantedOf(segments[at] as Segment);
        return (wanted[at] as Uint8Array)[slot] === 1;
      };
    },
  };
}

/** Whether an id, as four words of an array, is one of these: an open-addressing table by the last word, which is random. */
function createIdSet(ids: readonly string[]): (words: Uint32Array, at: number) => boolean {
  const bytes = Buffer.from(ids.join("").replaceAll("-", ""), "hex").swap32();
  const known = new Uint32Array(bytes.buffer, bytes.byteOffset, ids.length * idWords);
  const mask = 2 ** Math.ceil(Math.log2(ids.length * 2 + 2)) - 1;
  /** 0 marks a free place; others hold the number of the id + 1. */
  const places = new Uint32Array(mask + 1);
  const isAt = (id: number, words: Uint32Array, at: number): boolean => {
    for (let word = 0; word < idWords; word++)
      if (known[id * idWords + word] !== words[at + word]) return false;
    return true;
  };
  const placeOf = (words: Uint32Array, at: number): number => {
    let place = (words[at + idWords - 1] as number) & mask;
    while (places[place] !== 0 && !isAt((places[place] as number) - 1, words, at)) place = (place + 1) & mask;
    return place;
  };
  for (let id = 0; id < ids.length; id++) places[placeOf(known, id * idWords)] = id + 1;
  return (words, at) => places[placeOf(words, at)] !== 0;
}
