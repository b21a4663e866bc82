import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import type { Kept } from "../../kernel/kept-open.ts";
import type { WordChange, WordDocument, WordStore } from "../../retrieval/words/word-store.ts";
import { expunge, isReleased, type Marks, markDeletions } from "./expunge.ts";
import {
  aliasOf,
  type Cursor,
  createGeneration,
  cursorLines,
  type Generation,
  letAnswer,
  listGenerations,
  numberOf,
  refreshIndex,
  removeIndex,
} from "./generations.ts";
import type { SearchClient } from "./open-search-client.ts";
import { type ChunkWriter, createChunkWriter } from "./write-chunks.ts";

/** Changes that are written between two looks at what else there is to do. */
const changesAtOnce = 200;
/** Chunks of a new index that are written between two looks at the changes. */
const chunksAtOnce = 4_000;
const chunksPerRead = 512;

/** Memory that a version takes which a new index lacks. */
const bytesPerVersion = 600;

/**
 * Brings the index of one project up to the database: `refresh` writes what has changed, and a part of a new index where
 * one is being filled. One process at a time may do that; calls wait for each other, and after a failure it is made anew.
 */
export type ProjectKeeper = Kept & {
  /** Whether more is left of a new index. */
  isFilling(): boolean;
  /** Takes everything that was deleted out of the index's files: calls go on with that until `isClearing` is false. */
  clear(): Promise<void>;
  isClearing(): boolean;
  /** Chunks by version, as the index has them; null while it is being filled. */
  versions(): Promise<Map<VersionId, number> | null>;
};

export function createProjectKeeper(
  { client, store, storeId }: { client: SearchClient; store: WordStore; storeId: string },
  projectId: ProjectId,
): ProjectKeeper {
  const alias = aliasOf(storeId, projectId);
  /** Versions that a new index lacks, in order; of one look at the database, without what went since. */
  let toFill: { index: string; left: WordDocument[] } | null = null;
  let isFilling = false;
  /** The latest change that all of its indices show. */
  let shownTo = 0;
  let clearing: { readTo: number; marks: Marks } | null = null;

  const latestNumber = async (): Promise<number> => {
    const { changes, settledTo } = await store.changesAndSegments(projectId, 0);
    return Math.max(settledTo, changes.at(-1)?.number ?? 0);
  };

  /** The index that answers and, where there is one, the new one. Makes what is needed and removes what is left over. */
  const openAll = async (): Promise<Generation[]> => {
    const found = await listGenerations(client, alias);
    const answering = found.find(({ answers }) => answers);
    const newest = found.findLast(({ isCurrent, answers }) => isCurrent && !answers);
    const wanted = [answering, newest].filter((one) => one !== undefined);
    for (const { name } of found)
      if (!wanted.some((one) => one.name === name)) await removeIndex(client, name);
    if (newest || answering?.isCurrent) return wanted;
    const number = Math.max(0, ...found.map(numberOf)) + 1;
    // Before the versions are listed that it is filled with: what comes later is a change for it.
    const readTo = answering?.cursor.readTo ?? (await latestNumber());
    return [...wanted, await createGeneration(client, alias, { number, answers: !answering, readTo })];
  };

  const addVersion = async (writer: ChunkWriter, document: WordDocument): Promise<number> => {
    let chunks = 0;
    for await (const batch of store.terms(document.chunkSetId, chunksPerRead)) {
      const cut = batch.flatMap(({ position, termHashes }) => (termHashes ? [{ position, termHashes }] : []));
      if (cut.length < batch.length) {
        await store.addUnindexed(projectId, [document.chunkSetId]);
        return 0;
      }
      await writer.add(document, cut);
      chunks += cut.length;
    }
    return chunks;
  };

  /** A version that came and went, or went and came, counts as what happened to it last. */
  const writeChanges = async (generations: Generation[], changes: WordChange[]): Promise<void> => {
    const writer = createChunkWriter(
      client,
      generations.map(({ name }) => name),
    );
    const last = new Map(changes.map((change) => [change.versionId, change]));
    for (const change of last.values()) {
      if (!change.isGone) await addVersion(writer, change);
      else {
        await writer.remove(change);
        if (toFill) toFill.left = toFill.left.filter(({ versionId }) => versionId !== change.versionId);
      }
    }
    const readTo = changes.at(-1)?.number ?? 0;
    await writer.end((index) => {
      const { cursor } = generations.find(({ name }) => name === index) as Generation;
      return cursorLines(index, { ...cursor, readTo });
    });
    for (const { cursor } of generations) cursor.readTo = readTo;
  };

  const writeAllChanges = async (generations: Generation[]): Promise<boolean> => {
    const readTo = Math.min(...generations.map(({ cursor }) => cursor.readTo));
    const changes = await store.changes(projectId, readTo);
    for (let at = 0; at < changes.length; at += changesAtOnce)
      await writeChanges(generations, changes.slice(at, at + changesAtOnce));
    return changes.length > 0;
  };

  const fillSome = async ({ name, cursor }: Generation): Promise<void> => {
    if (toFill?.index !== name) {
      const all = await store.activeVersions(projectId);
      all.sort((one, other) => (one.versionId < other.versionId ? -1 : 1));
      toFill = { index: name, left: all.filter(({ versionId }) => versionId > (cursor.filledTo ?? "")) };
    }
    const writer = createChunkWriter(client, [name]);
    let chunks = 0;
    for (let next = toFill.left[0]; next && chunks < chunksAtOnce; next = toFill.left[0]) {
      chunks += 1 + (await addVersion(writer, next));
      cursor.filledTo = next.versionId;
      toFill.left.shift();
    }
    const next: Cursor = toFill.left.length > 0 ? cursor : { ...cursor, filledTo: null };
    await writer.end((index) => cursorLines(index, next));
    cursor.filledTo = next.filledTo;
  };

  /** Forgets changes that the index shows, and segments of the database's own index, which nothing keeps up any more. */
  const settle = async (readTo: number, settles: "additions" | "all"): Promise<void> => {
    const { segmentIds } = await store.changesAndSegments(projectId, readTo);
    await store.replaceSegments(projectId, {
      add: [],
      remove: segmentIds,
      readTo,
      settles,
      beside: segmentIds,
    });
  };

  const keepUp = async (): Promise<void> => {
    const generations = await openAll();
    const changed = await writeAllChanges(generations);
    const filling = generations.find(({ cursor }) => cursor.filledTo !== null);
    if (filling) await fillSome(filling);
    if (changed || filling) for (const { name } of generations) await refreshIndex(client, name);
    isFilling = filling !== undefined && filling.cursor.filledTo !== null;
    const whole = isFilling ? undefined : filling;
    if (whole) toFill = null;
    if (whole && !whole.answers) {
      const others = generations.filter((one) => one !== whole).map(({ name }) => name);
      await letAnswer(client, alias, whole.name, others);
    }
    shownTo = Math.min(...generations.map(({ cursor }) => cursor.readTo));
    if (changed || whole) await settle(shownTo, "additions");
  };

  /** Merges once what was deleted is let go; the changes that say so are kept until then. */
  const expungeMarked = async (): Promise<void> => {
    if (!clearing) return;
    const isFree = await isReleased(client, alias, clearing.marks);
    if (isFree === false) return;
    if (isFree) {
      await expunge(client, alias);
      await settle(clearing.readTo, "all");
    }
    clearing = null;
  };

  return {
    refresh: keepUp,
    isFilling: () => isFilling,
    isClearing: () => clearing !== null,

    async clear() {
      clearing ??= { readTo: shownTo, marks: await markDeletions(client, alias) };
      await expungeMarked();
    },

    versions: async () => (isFilling ? null : countByVersion(client, alias)),

    bytes: () => (toFill?.left.length ?? 0) * bytesPerVersion,
  };
}

type Buckets = {
  aggregations?: {
    versions: { after_key?: object; buckets: { key: { version: string }; doc_count: number }[] };
  };
};

async function countByVersion(client: SearchClient, index: string): Promise<Map<VersionId, number>> {
  const counts = new Map<VersionId, number>();
  for (let after: object | undefined; ; ) {
    const found = await client.ask<Buckets>({
      method: "POST",
      path: `/${index}/_search?allow_partial_search_results=false`,
      body: {
        size: 0,
        aggs: {
          versions: {
            composite: {
              size: 1_000,
              sources: [{ version: { terms: { field: "version" } } }],
              ...(after && { after }),
            },
          },
        },
      },
      timeoutMs: 60_000,
    });
    const { buckets = [], after_key } = found?.aggregations?.versions ?? {};
    for (const { key, doc_count } of buckets) counts.set(key.version, doc_count);
    if (!after_key) return counts;
    after = after_key;
  }
}
