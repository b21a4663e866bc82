import { createIdTable, idWords, wordsOfIds } from "../../kernel/packed-ids.ts";
import { runWords, type Segment, slotsOf } from "./segment.ts";

/** The files that a search may find chunks of. */
export type FileFilter = {
  /** A test for the slots of these segments. */
  wantedIn(segments: readonly Segment[]): (segment: number, slot: number) => boolean;
};

/**
 * A filter of file ids, with a comma between two; what is not an id is not a file. Each run is looked up once, not each
 * chunk, and what is wanted is kept by slot while the segment is the same: one question asks several times.
 */
export function createFileFilter(fileIds: string): FileFilter {
  const ids = wordsOfIds(fileIds);
  const files = createIdTable(ids);
  for (let file = 0; file < ids.length / idWords; file++) files.add(file);
  const known = new WeakMap<Segment, Uint8Array>();
  const wantedOf = (segment: Segment): Uint8Array => {
    const kept = known.get(segment);
    if (kept) return kept;
    const wanted = new Uint8Array(slotsOf(segment));
    for (let run = 0; run < segment.positions.length; run++)
      if (files.find(segment.runs, run * runWords + idWords) >= 0)
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
