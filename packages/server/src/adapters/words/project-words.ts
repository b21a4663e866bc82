import { newId, type ProjectId, type VersionId } from "../../kernel/ids.ts";
import type { Kept } from "../../kernel/kept-open.ts";
import type { ChunkHit, ChunkQuery } from "../../retrieval/chunk-index.ts";
import type {
  SegmentChange,
  StoredSegment,
  WordChange,
  WordStore,
} from "../../retrieval/words/word-store.ts";
import { hashTerm } from "../../text/term-hash.ts";
import type { FileFilter } from "./file-filter.ts";
import { createHeldSegments, type HeldSegment, isStored, livingSlots } from "./held-segments.ts";
import { joinSegments } from "./join-segments.ts";
import { packSegment, unpackSegment } from "./pack-segment.ts";
import { readDocument } from "./read-document.ts";
import { scoreSegments } from "./score-segments.ts";
import { chunkSetOf, createSegment, fileOf, maxSlots, type NewRun, runOfSlot, slotsOf } from "./segment.ts";

/** Chunks that are not in a stored segment, from which on one is made of them. */
export const defaultChunksPerSegment = 2_048;
/** Segments of about one size that become one. */
const segmentsPerMerge = 8;
/** A segment of which more than this share is gone is written anew at once. */
const maxDeadShare = 0.1;

/** The words of one project in memory. Calls of one project must wait for each other, and after a failure it is opened again. */
export type ProjectWords = Kept & {
  /** Over what the last `refresh` found. */
  search(query: ChunkQuery, files: FileFilter | undefined): Promise<ChunkHit[]>;
  /** Stores what should be stored: new chunks as segments, many segments as one, and others without what is gone. */
  tidy(): Promise<void>;
  /** The same for all that is gone, however little: after it no term of a deleted document is in the segments. */
  clear(): Promise<void>;
  /** Chunks by version. */
  versions(): Map<VersionId, number>;
};

/** Opens the index of a project. Throws DamagedSegmentError, and so does `refresh` where segments are shared. */
export async function openProjectWords(
  store: WordStore,
  projectId: ProjectId,
  {
    chunksPerSegment = defaultChunksPerSegment,
    isShared = false,
  }: {
    chunksPerSegment?: number;
    /** Whether other processes write segments, too. */
    isShared?: boolean;
  } = {},
): Promise<ProjectWords> {
  const held = createHeldSegments();
  /** The latest change that was read. */
  let readTo = 0;

  const storedIds = () => new Set(held.list().flatMap(({ segmentId }) => segmentId ?? []));
  const readSegments = async () => {
    for await (const { segmentId, bytes } of store.segments(projectId, storedIds()))
      held.add(unpackSegment(bytes), segmentId);
  };
  await readSegments();

  /** Reads the chunks of versions into segments in memory. */
  const dig = async (added: WordChange[]) => {
    let runs: NewRun[] = [];
    let chunks = 0;
    const keep = () => {
      if (chunks > 0) held.add(createSegment(runs), null);
      [runs, chunks] = [[], 0];
      held.joinLatest(chunksPerSegment * 2);
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

  /** Stores groups of segments as one each; false when a version went meanwhile: it is to be read first. */
  const rewrite = async (groups: HeldSegment[][], settles: SegmentChange["settles"]): Promise<boolean> => {
    const joined = groups.map((parts) => ({ parts, segment: joinSegments(parts), segmentId: newId() }));
    const add: StoredSegment[] = joined
      .filter(({ segment }) => slotsOf(segment) > 0)
      .map(({ segment, segmentId }) => ({ segmentId, bytes: packSegment(segment) }));
    const remove = groups.flat().flatMap(({ segmentId }) => segmentId ?? []);
    const beside = isShared ? [...storedIds()] : undefined;
    if (!(await store.replaceSegments(projectId, { add, remove, readTo, settles, beside }))) return false;
    for (const { parts, segment, segmentId } of joined) held.replace(parts, segment, segmentId);
    return true;
  };

  const inMemory = () => held.list().filter((one) => !isStored(one));
  const stored = () => held.list().filter(isStored);
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

  /**
   * Another process may have put what was read into a segment, or taken changes away that were not read yet: then all that
   * are left are read again.
   */
  const changesBesideSegments = async (): Promise<{ changes: WordChange[]; settledTo: number }> => {
    for (;;) {
      const { segmentIds, ...found } = await store.changesAndSegments(projectId, readTo);
      const known = storedIds();
      const areKnown = known.size === segmentIds.length && segmentIds.every((id) => known.has(id));
      if (areKnown && (readTo === 0 || found.settledTo === 0)) return found;
      held.keepOnly(new Set(segmentIds));
      readTo = 0;
      await readSegments();
    }
  };

  const refresh = async () => {
    const { changes, settledTo } = isShared
      ? await changesBesideSegments()
      : { changes: await store.changes(projectId, readTo), settledTo: 0 };
    if (changes.length === 0 && settledTo === 0) return;
    const added = new Map<VersionId, WordChange>();
    const gone = new Map<VersionId, number>();
    for (const change of changes) {
      const { versionId, number, isGone } = change;
      // What was added before must not be found twice.
      gone.set(versionId, isGone ? number : number - 1);
      if (isGone) added.delete(versionId);
      else added.set(versionId, change);
    }
    held.bury(gone);
    await dig([...added.values()]);
    readTo = Math.max(readTo, settledTo, changes.at(-1)?.number ?? 0);
  };

  /** In groups of which each makes a segment, so that none takes long. */
  const grouped = (segments: readonly HeldSegment[]): HeldSegment[][] => {
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

    async search({ terms, weights = [], required = [], limit, isBare = false }, files) {
      const segments = held.list();
      const found = scoreSegments(segments, held.totals(), {
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
      return (await store.hits(places, isBare)).flatMap((hit, at): ChunkHit[] => {
        const [place, slot] = [places[at], found[at]];
        // It was removed since: the store would not find it either.
        if (!hit || !place || !slot) return [];
        return [{ ...hit, fileId: place.fileId, position: place.position, score: slot.score }];
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

    versions: held.versions,
    bytes: held.bytes,
  };
}
