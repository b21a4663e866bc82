import { defaultChunking } from "../../chunks/chunking-config.ts";
import type { ChunkSetId } from "../../kernel/ids.ts";
import { listFinished } from "../../retrieval/dense/list-finished.ts";
import type {
  EmbeddingSpace,
  FinishedSet,
  SpaceChanges,
  VectorStore,
} from "../../retrieval/dense/vector-store.ts";
import { countBy } from "./count-versions.ts";
import { letAnswer, refreshIndex } from "./generations.ts";
import type { SearchClient } from "./open-search-client.ts";
import { createVectorIndex, cursorId, dimensionOf, namesOf } from "./vector-indices.ts";
import { sendLines } from "./write-chunks.ts";

/** Chunks that are written in one call, which takes some seconds. */
const chunksAtOnce = 4_000;
/** A request that is sent once it is as long as this, in characters. */
const maxLength = 4_000_000;
/** Sets that one request deletes. */
const setsAtOnce = 1_000;
/** Digits of a number behind its point: it moves by .0000005, and takes half as long a text. */
const digits = 6;

/** Brings the index of one space up to the vector store. Calls must wait for each other; after a failure it is made anew. */
export type SpaceKeeper = {
  /** Whether it has begun an index. */
  hasIndex(): boolean;
  /** Writes what changed, or a part of it, for some seconds. */
  refresh(changes: SpaceChanges): Promise<void>;
};

export type SpaceKeeperDeps = {
  client: SearchClient;
  store: Pick<VectorStore, "finishedSets" | "listSet" | "listSets">;
  storeId: string;
  /** An index is begun for a space of so many chunks. It stays when they become fewer. */
  vectorsFrom: number;
};

export function createSpaceKeeper(
  { client, store, storeId, vectorsFrom }: SpaceKeeperDeps,
  space: EmbeddingSpace,
): SpaceKeeper {
  const names = namesOf(storeId, space.spaceId);
  /** Null: not looked at yet. */
  let indexed: Set<ChunkSetId> | null = null;
  let dimension: number | null = null;
  let left: FinishedSet[] = [];
  let seen: SpaceChanges = { added: 0, removed: 0 };
  let isSearched = false;

  const begin = async () => {
    dimension = await dimensionOf(client, names);
    if (dimension !== null) await refreshIndex(client, names.index);
    indexed = new Set((await countBy(client, names.index, "set")).keys());
  };

  const drop = async (gone: ChunkSetId[]) => {
    for (let from = 0; from < gone.length; from += setsAtOnce) {
      const set = gone.slice(from, from + setsAtOnce);
      await client.ask({
        method: "POST",
        path: `/${names.index}/_delete_by_query?refresh=true&conflicts=proceed`,
        body: { query: { terms: { set } } },
        timeoutMs: 60_000,
      });
      for (const each of set) indexed?.delete(each);
    }
  };

  /** What is to be written, and drops what is gone: of everything with the first look, and after a removal. */
  const compare = async (changes: SpaceChanges) => {
    const isFirst = indexed === null;
    if (isFirst) await begin();
    const known = indexed as unknown as Set<ChunkSetId>;
    if (isFirst || changes.removed !== seen.removed) {
      left = await store.finishedSets(space, defaultChunking);
      const finished = new Set(left.map(({ chunkSetId }) => chunkSetId));
      await drop([...known].filter((each) => !finished.has(each)));
    } else if ((left.length > 0 && dimension !== null) || changes.added === seen.added) return;
    else left.push(...(await store.finishedSets(space, defaultChunking, seen.added)));
    left = left.filter(({ chunkSetId }) => !known.has(chunkSetId));
    seen = changes;
  };

  const writeSome = async () => {
    const sets: FinishedSet[] = [];
    for (let chunks = 0; chunks < chunksAtOnce && left.length > 0; ) {
      const set = left.shift() as FinishedSet;
      sets.push(set);
      chunks += set.chunks;
    }
    let lines = "";
    for await (const { set, chunks } of listFinished(store, space, sets)) {
      for (const { chunkId, vector } of chunks) {
        // Vectors of another length can't be compared, and one of zeros is near nothing: neither is found in memory.
        if (vector.length !== (dimension ?? vector.length) || vector.every((value) => value === 0)) continue;
        if (dimension === null) {
          await createVectorIndex(client, names, vector.length);
          dimension = vector.length;
        }
        lines += linesOf(chunkId, set, vector);
        if (lines.length < maxLength) continue;
        await sendLines(client, names.written, lines, { ofAlias: true });
        lines = "";
      }
    }
    // With the last of them how far the index is: it shows both, or neither of them, when it is refreshed.
    if (left.length === 0 && dimension !== null) lines += cursorLines(seen.added);
    await sendLines(client, names.written, lines, { ofAlias: true });
    for (const { chunkSetId } of sets) indexed?.add(chunkSetId);
    if (dimension !== null) await refreshIndex(client, names.index);
  };

  return {
    hasIndex: () => dimension !== null,

    async refresh(changes) {
      const { added, removed } = seen;
      await compare(changes);
      if (dimension === null && left.reduce((sum, set) => sum + set.chunks, 0) < vectorsFrom) return;
      if (left.length === 0 && isSearched && added === seen.added && removed === seen.removed) return;
      await writeSome();
      if (left.length > 0 || isSearched || dimension === null) return;
      await letAnswer(client, names.searched, names.index, []);
      isSearched = true;
    },
  };
}

const linesOf = (chunkId: string, { fileId, chunkSetId }: FinishedSet, vector: Float32Array): string => {
  const numbers = Array.from(vector, (value) => Number(value.toFixed(digits)));
  return `${JSON.stringify({ index: { _id: chunkId } })}\n${JSON.stringify({ vector: numbers, file: fileId, set: chunkSetId })}\n`;
};

const cursorLines = (shownTo: number): string =>
  `${JSON.stringify({ index: { _id: cursorId } })}\n${JSON.stringify({ shown_to: shownTo })}\n`;
