import { defaultChunking } from "../../chunks/chunking-config.ts";
import type { ChunkSetId, FileId } from "../../kernel/ids.ts";
import type { Kept } from "../../kernel/kept-open.ts";
import { idWords, wordsOfIds } from "../../kernel/packed-ids.ts";
import { listFinished } from "../../retrieval/dense/list-finished.ts";
import type {
  EmbeddingSpace,
  FinishedSet,
  SpaceChanges,
  VectorStore,
} from "../../retrieval/dense/vector-store.ts";
import type { NearChunks, NearQuery } from "./near-query.ts";
import { type NearSlot, nearestSlots } from "./nearest-slots.ts";
import {
  addSigns,
  appendVector,
  bytesOf,
  copySlots,
  createPackedVectors,
  type PackedVectors,
  type SlotRange,
} from "./packed-vectors.ts";
import type { VectorLoops } from "./vector-loops.ts";

/** The vectors of one space in memory. Calls must wait for each other. */
export type SpaceVectors = Kept & { search(query: NearQuery): NearChunks };

export type SpaceStore = Pick<VectorStore, "changes" | "finishedSets" | "listSet" | "listSets">;

const firstCapacity = 256;
/** What the ids and the place of a set take in memory. */
const bytesPerSet = 300;
/** Slots of removed sets are given back when they are more than this share. */
const maxGoneShare = 0.25;

/** Reads the sets that were completed after a number; 0 for all. */
export function createSpaceVectors(
  store: SpaceStore,
  loops: VectorLoops,
  space: EmbeddingSpace,
  after = 0,
): SpaceVectors {
  let packed: PackedVectors | null = null;
  /** In the order of their slots. */
  const sets = new Map<ChunkSetId, SlotRange & { fileId: FileId }>();
  let living = 0;
  let seen: SpaceChanges = { added: after, removed: 0 };
  /** Of the whole space. */
  let all: SlotRange[] | null = null;

  const drop = (wanted: (chunkSetId: ChunkSetId) => boolean) => {
    for (const [chunkSetId, { first, end }] of sets) {
      if (wanted(chunkSetId)) continue;
      sets.delete(chunkSetId);
      living -= end - first;
      all = null;
    }
    if (!packed || packed.length - living <= maxGoneShare * packed.length) return;
    packed = living === 0 ? null : copySlots(packed, [...sets.values()], living);
    let first = 0;
    for (const [chunkSetId, set] of sets) {
      const end = first + set.end - set.first;
      sets.set(chunkSetId, { ...set, first, end });
      first = end;
    }
  };

  /** Vectors of another length than the first are left out: they can't be compared. */
  const append = (chunkId: string, vector: Float32Array) => {
    if (vector.length === 0) return;
    packed ??= createPackedVectors(vector.length, firstCapacity);
    if (vector.length !== packed.dimensions) return;
    if (packed.length === packed.scales.length)
      packed = copySlots(packed, [{ first: 0, end: packed.length }], packed.length * 2);
    appendVector(packed, chunkId, vector);
  };

  const read = async (finished: FinishedSet[]) => {
    for await (const { set, chunks } of listFinished(store, space, finished)) {
      const { chunkSetId, fileId } = set;
      const from = packed?.length ?? 0;
      for (const { chunkId, vector } of chunks) append(chunkId, vector);
      const end = packed?.length ?? 0;
      sets.set(chunkSetId, { fileId, first: sets.get(chunkSetId)?.first ?? from, end });
      living += end - from;
      all = null;
    }
  };

  const rangesOf = (fileIds: string): SlotRange[] => {
    const files = new Set(fileIds.split(","));
    return joined([...sets.values()].filter(({ fileId }) => files.has(fileId)));
  };

  /** Those of the chunks that are in the ranges. */
  const cosinesOf = (chunkIds: string, ranges: readonly SlotRange[], query: Float32Array): NearSlot[] => {
    if (!packed || chunkIds === "") return [];
    const ids = wordsOfIds(chunkIds);
    const found = new Set<number>();
    for (let at = 0; at < ids.length; at += idWords) {
      const slot = packed.slotOf.find(ids, at);
      if (slot >= 0 && isWithin(ranges, slot)) found.add(slot);
    }
    const slots = Uint32Array.from(found);
    return Array.from(loops.cosines(packed, slots, query), (score, at) => ({
      slot: slots[at] as number,
      score,
    }));
  };

  return {
    async refresh() {
      const changes = (await store.changes(space.spaceId)) ?? { added: 0, removed: seen.removed + 1 };
      if (changes.removed !== seen.removed) {
        const finished = await store.finishedSets(space, defaultChunking);
        const ids = new Set(finished.map(({ chunkSetId }) => chunkSetId));
        drop((chunkSetId) => ids.has(chunkSetId));
      }
      if (changes.added > seen.added) {
        const finished = await store.finishedSets(space, defaultChunking, seen.added);
        await read(finished.filter(({ chunkSetId }) => !sets.has(chunkSetId)));
        if (packed) addSigns(packed);
      }
      seen = changes;
    },

    search({ vector, limit, fileIds, chunkIds = "" }) {
      if (packed?.dimensions !== vector.length) return toChunks([], packed);
      all ??= joined([...sets.values()]);
      const ranges = fileIds === undefined ? all : rangesOf(fileIds);
      const near = nearestSlots(loops, packed, ranges, { query: vector, limit });
      const known = new Set(near.map(({ slot }) => slot));
      const asked = cosinesOf(chunkIds, ranges, vector).filter(({ slot }) => !known.has(slot));
      return toChunks(asked.length === 0 ? near : [...near, ...asked].sort(byScore), packed);
    },

    bytes: () => (packed ? bytesOf(packed) : 0) + sets.size * bytesPerSet,
  };
}

const byScore = (one: NearSlot, other: NearSlot): number => other.score - one.score || one.slot - other.slot;

/** Ranges in order, those that follow each other as one. */
function joined(ranges: readonly SlotRange[]): SlotRange[] {
  const all: SlotRange[] = [];
  for (const { first, end } of ranges) {
    const last = all.at(-1);
    if (last?.end === first) last.end = end;
    else if (end > first) all.push({ first, end });
  }
  return all;
}

/** Whether one of the ranges, which are in order, has the slot. */
function isWithin(ranges: readonly SlotRange[], slot: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle] as SlotRange).end <= slot) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.first ?? Number.POSITIVE_INFINITY) <= slot;
}

function toChunks(near: readonly NearSlot[], packed: PackedVectors | null): NearChunks {
  const ids = new Uint32Array(near.length * idWords);
  for (const [at, { slot }] of near.entries())
    ids.set(packed?.ids.subarray(slot * idWords, (slot + 1) * idWords) ?? [], at * idWords);
  return { ids, scores: Float64Array.from(near, ({ score }) => score) };
}
