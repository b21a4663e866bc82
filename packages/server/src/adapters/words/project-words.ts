import { newId, type ProjectId, type VersionId } from "../../kernel/ids.ts";
import type { ChunkHit, ChunkQuery } from "../../retrieval/chunk-index.ts";
import type {
  SegmentChange,
  StoredSegment,
  WordChange,
  WordStore,
} from "../../retrieval/words/word-store.ts";
import { hashTerm } from "../../text/term-hash.ts";
import type { FileFilter } from "./file-filter.ts";
import { joinSegments, type LivingSegment } from "./join-segments.ts";
import { bytesOf, packSegment, unpackSegment } from "./pack-segment.ts";
import { readDocument } from "./read-document.ts";
import { scoreSegments, type WordTotals } from "./score-segments.ts";
import {
  chunkSetOf,
  createSegment,
  fileOf,
  markOf,
  maxSlots,
  type NewRun,
  numberOf,
  runOfSlot,
  type Segment,
  slotsOf,
  versionMarkOf,
  versionOf,
} from "./segment.ts";

/** Chunks that are not in a stored segment, from which on one is made of them. */
export const defaultChunksPerSegment = 2_048;
/** Segments of about one size that become one. */
const segmentsPerMerge = 8;
/** A segment of which more than this share is gone is written anew at once. */
const maxDeadShare = 0.1;

/** The words of one project in memory. Calls of one project must wait for each other. */
export type ProjectWords = {
  /** Reads what changed in the database since the last time. */
  refresh(): Promise<void>;
  /** Over what the last `refresh` found. */
  search(query: ChunkQuery, files: FileFilter | undefined): Promise<ChunkHit[]>;
  /** Stores what should be stored: new chunks as segments, many segments as one, and others without what is gone. */
  tidy(): Promise<void>;
  /** The same for all that is gone, however little: after it no term of a deleted document is in the segments. */
  clear(): Promise<void>;
  /** Chunks by version. */
  versions(): Map<VersionId, number>;
  bytes(): number;
};

type HeldSegment = LivingSegment & {
  /** Null of one that is in memory only. */
  segmentId: string | null;
  deadSlots: number;
};

/** Opens the index of a project. Throws DamagedSegmentError. */
export async function openProjectWords(
  store: WordStore,
  projectId: ProjectId,
  chunksPerSegment = defaultChunksPerSegment,
): Promise<ProjectWords> {
  let held: HeldSegment[] = [];
  const totals: WordTotals = { chunks: 0, terms: 0 };
  /** The latest change that was read. */
  let readTo = 0;

  const hold = (segment: Segment, segmentId: string | null): HeldSegment => {
    totals.chunks += slotsOf(segment);
    for (const length of segment.lengths) totals.terms += length;
    return { segment, segmentId, dead: null, deadSlots: 0 };
  };
  for await (const { segmentId, bytes } of store.segments(projectId))
    held.push(hold(unpackSegment(bytes), segmentId));

  const forget = ({ segment, dead }: HeldSegment) => {
    for (const [slot, length] of segment.lengths.entries()) {
      if (dead?.[slot] === 1) continue;
      totals.chunks -= 1;
      totals.terms -= length;
    }
  };

  /** Marks versions as gone: of what was added up to the number that each was gone at. */
  const bury = (gone: ReadonlyMap<VersionId, number>) => {
    // Comparing one number of each run is quick; only where it is the same the whole id is read.
    const marks = new Set(Array.from(gone.keys(), markOf));
    for (const one of held) {
      const { segment } = one;
      for (let run = 0; run < segment.positions.length; run++) {
        if (!marks.has(versionMarkOf(segment, run))) continue;
        const goneAt = gone.get(versionOf(segment, run));
        if (goneAt === undefined || goneAt < numberOf(segment, run)) continue;
        const [first, end] = [segment.firsts[run] as number, segment.firsts[run + 1] as number];
        one.dead ??= new Uint8Array(slotsOf(segment));
        for (let slot = first; slot < end; slot++) {
          if (one.dead[slot] === 1) continue;
          one.dead[slot] = 1;
          one.deadSlots += 1;
          totals.chunks -= 1;
          totals.terms -= segment.lengths[slot] as number;
        }
      }
    }
  };

  /** Reads the chunks of versions into segments in memory. */
  const dig = async (added: WordChange[]) => {
    let runs: NewRun[] = [];
    let chunks = 0;
    const keep = () => {
      if (chunks > 0) held.push(hold(createSegment(runs), null));
      [runs, chunks] = [[], 0];
      joinLatest();
    };
    for (const change of added) {
      const document = await readDocument(store, change);
      if (document === null) {
        await store.addUnindexed(projectId, [change.chunkSetId]);
        continue;
      }
      for (const run of document) {
        runs.push(run);
        chunks += run.chunks.length;
        if (chunks >= chunksPerSegment) keep();
      }
    }
    keep();
  };

  /** Keeps the segments in memory few: a later one that is about as large as the one before it is joined to it. */
  const joinLatest = () => {
    for (;;) {
      const [one, other] = held.slice(-2);
      if (!one || !other || one.segmentId !== null || other.segmentId !== null) return;
      const slots = slotsOf(one.segment) + slotsOf(other.segment);
      if (slotsOf(other.segment) * 2 < slotsOf(one.segment) || slots > chunksPerSegment * 2) return;
      for (const part of [one, other]) forget(part);
      held.splice(-2, 2, hold(joinSegments([one, other]), null));
    }
  };

  /** Stores groups of segments as one each; false when a version went meanwhile: it is to be read first. */
  const rewrite = async (groups: HeldSegment[][], settles: SegmentChange["settles"]): Promise<boolean> => {
    const joined = groups.map((parts) => ({ parts, segment: joinSegments(parts), segmentId: newId() }));
    const add: StoredSegment[] = joined
      .filter(({ segment }) => slotsOf(segment) > 0)
      .map(({ segment, segmentId }) => ({ segmentId, bytes: packSegment(segment) }));
    const remove = groups.flat().flatMap(({ segmentId }) => segmentId ?? []);
    if (!(await store.replaceSegments(projectId, { add, remove, readTo, settles }))) return false;
    for (const { parts, segment, segmentId } of joined) {
      for (const part of parts) forget(part);
      held = held.filter((one) => !parts.includes(one));
      if (slotsOf(segment) > 0) held.push(hold(segment, segmentId));
    }
    // Those in memory come last, as after another opening.
    held.sort((one, other) => Number(one.segmentId === null) - Number(other.segmentId === null));
    return true;
  };

  const inMemory = () => held.filter(({ segmentId }) => segmentId === null);
  const stored = () => held.filter(({ segmentId }) => segmentId !== null);
  const livingSlots = ({ segment, deadSlots }: HeldSegment) => slotsOf(segment) - deadSlots;
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

  const refresh = async () => {
    const changes = await store.changes(projectId, readTo);
    const last = changes.at(-1);
    if (!last) return;
    const added = new Map<VersionId, WordChange>();
    const gone = new Map<VersionId, number>();
    for (const change of changes) {
      const { versionId, number, isGone } = change;
      // What was added before must not be found twice.
      gone.set(versionId, isGone ? number : number - 1);
      if (isGone) added.delete(versionId);
      else added.set(versionId, change);
    }
    bury(gone);
    const before = held;
    const totalsBefore = { ...totals };
    held = [...held];
    try {
      await dig([...added.values()]);
    } catch (error) {
      // Read again with the next refresh, from the same change on.
      held = before;
      Object.assign(totals, totalsBefore);
      throw error;
    }
    readTo = last.number;
  };

  /** In groups of which each makes a segment, so that none takes long. */
  const grouped = (segments: HeldSegment[]): HeldSegment[][] => {
    const groups: HeldSegment[][] = [];
    let slots = 0;
    for (const one of segments) {
      const group = groups.at(-1);
      slots += livingSlots(one);
      if (group && slots <= chunksPerSegment * segmentsPerMerge) group.push(one);
      else {
        groups.push([one]);
        slots = livingSlots(one);
      }
    }
    return groups;
  };

  /** Segments up to 2,048 chunks are of class 0, up to 16,384 of class 1, and so on. */
  const sizeClass = (slots: number): number =>
    Math.max(0, Math.ceil(Math.log(slots / chunksPerSegment) / Math.log(segmentsPerMerge)));

  const seal = async () => {
    if (sum(inMemory().map(livingSlots)) < chunksPerSegment) return;
    const settles = stored().some(({ deadSlots }) => deadSlots > 0) ? "additions" : "all";
    await rewrite(grouped(inMemory()), settles);
  };

  const merge = async () => {
    const bySize = Map.groupBy(stored(), (one) => sizeClass(livingSlots(one)));
    for (const segments of bySize.values()) {
      const oldest = segments.slice(0, segmentsPerMerge);
      if (oldest.length < segmentsPerMerge || sum(oldest.map(livingSlots)) > maxSlots) continue;
      await rewrite([oldest], "nothing");
    }
  };

  return {
    refresh,

    async search({ terms, weights = [], required = [], limit }, files) {
      const segments = held;
      const found = scoreSegments(segments, totals, {
        weights: new Map(terms.map((term, at) => [hashTerm(term), weights[at] ?? 1])),
        required: required.map((forms) => forms.map(hashTerm)),
        limit,
        isWanted: files?.wantedIn(segments.map(({ segment }) => segment)),
      });
      const places = found.map(({ segment: at, slot }) => {
        const { segment } = segments[at] as HeldSegment;
        const run = runOfSlot(segment, slot);
        const position = (segment.positions[run] as number) + slot - (segment.firsts[run] as number);
        return { chunkSetId: chunkSetOf(segment, run), fileId: fileOf(segment, run), position };
      });
      const hits = await store.hits(places);
      return hits.flatMap((hit, at) => {
        const [place, slot] = [places[at], found[at]];
        // It was removed since: whoever answers from it would not find it either.
        if (!hit || !place || !slot) return [];
        return { ...hit, fileId: place.fileId, position: place.position, score: slot.score };
      });
    },

    async tidy() {
      await seal();
      await merge();
      const worn = stored().filter(({ segment, deadSlots }) => deadSlots > maxDeadShare * slotsOf(segment));
      if (worn.length > 0)
        await rewrite(
          worn.map((one) => [one]),
          "nothing",
        );
    },

    async clear() {
      for (;;) {
        const worn = stored().filter(({ deadSlots }) => deadSlots > 0);
        if (await rewrite([...worn.map((one) => [one]), ...grouped(inMemory())], "all")) return;
        await refresh();
      }
    },

    versions() {
      const counts = new Map<VersionId, number>();
      for (const { segment, dead } of held) {
        for (let run = 0; run < segment.positions.length; run++) {
          const [first, end] = [segment.firsts[run] as number, segment.firsts[run + 1] as number];
          if (dead?.[first] === 1) continue;
          const versionId = versionOf(segment, run);
          counts.set(versionId, (counts.get(versionId) ?? 0) + end - first);
        }
      }
      return counts;
    },

    bytes: () => sum(held.map(({ segment, dead }) => bytesOf(segment) + (dead?.length ?? 0))),
  };
}
