import type { ProjectId, VersionId } from "../../kernel/ids.ts";
import type { Kept } from "../../kernel/kept-open.ts";
import type { WordChange, WordDocument, WordStore } from "../../retrieval/words/word-store.ts";
import { countByVersion } from "./count-versions.ts";
import { expunge, isReleased, type Marks, markDeletions } from "./expunge.ts";
import {
  aliasOf,
  type Cursor,
  createGeneration,
  cursorLines,
  type Generation,
  type ListedGeneration,
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
/** Chunks that are written in one call, of changes and of a new index each. */
const defaultChunksAtOnce = 4_000;
const chunksPerRead = 512;

/** Memory that a version takes which a new index lacks. */
const bytesPerVersion = 600;

/**
 * Brings the index of one project up to the database: `refresh` writes what has changed, and a part of a new index where
 * one is being filled, as much as takes some seconds. One process at a time may do that; calls wait for each other, and after a failure it is made anew.
 */
export type ProjectKeeper = Kept & {
  /** Whether its index shows all that the database had when it was looked at; otherwise there is more to write. */
  isWhole(): boolean;
  /** Takes everything that was deleted out of the index's files: calls go on with that until `isClearing` is false. */
  clear(): Promise<void>;
  isClearing(): boolean;
  /** Removes the index of a project that the database has nothing of, and answers whether it has nothing. */
  removeUnused(): Promise<boolean>;
  /** Chunks by version, as the index has them; null while it is not whole. */
  versions(): Promise<Map<VersionId, number> | null>;
};

export type KeeperDeps = {
  client: SearchClient;
  store: WordStore;
  storeId: string;
  /** Default: 4,000. */
  chunksAtOnce?: number | undefined;
};

export function createProjectKeeper(
  { client, store, storeId, chunksAtOnce = defaultChunksAtOnce }: KeeperDeps,
  projectId: ProjectId,
): ProjectKeeper {
  const alias = aliasOf(storeId, projectId);
  /** Versions that a new index lacks, in order, of one look at the database; and those that went since. */
  let toFill: { index: string; left: WordDocument[]; gone: Set<VersionId> } | null = null;
  let isWhole = false;
  let isProven = false;
  /** The latest change that all of its indices show. */
  let shownTo = 0;
  let clearing: { readTo: number; marks: Marks } | null = null;

  const latestNumber = async (): Promise<number> => {
    const { changes, settledTo } = await store.changesAndSegments(projectId, 0);
    return Math.max(settledTo, changes.at(-1)?.number ?? 0);
  };

  /**
   * Proves once that an index belongs to what the database says. Numbers that an older database, brought back, has yet to
   * give do not justify skipping its changes. Changes that are gone and that an index never showed: another index was kept
   * up meanwhile, so a new one takes the place of this one.
   */
  const prove = async (found: ListedGeneration[]): Promise<void> => {
    if (isProven) return;
    const { changes, settledTo } = await store.changesAndSegments(projectId, 0);
    const latest = Math.max(settledTo, changes.at(-1)?.number ?? 0);
    for (const generation of found) {
      const { name, cursor } = generation;
      if (cursor.readTo < settledTo) generation.isCurrent = false;
      if (cursor.readTo <= latest) continue;
      cursor.readTo = latest;
      await createChunkWriter(client, [name]).end((index) => cursorLines(index, cursor));
      await refreshIndex(client, name);
    }
    isProven = true;
  };

  /** Whether the database has nothing of the project: it is new, or was removed. */
  const isEmpty = async (): Promise<boolean> =>
    (await latestNumber()) === 0 && (await store.activeVersions(projectId)).length === 0;

  /** The index that answers and, where there is one, the new one. Makes what is needed and removes what is left over. */
  const openAll = async (): Promise<Generation[]> => {
    const found = await listGenerations(client, alias);
    await prove(found);
    if (found.length === 0 && (await isEmpty())) return [];
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

  /** A version that came and went, or went and came, counts as what happened to it last. Answers the chunks written. */
  const writeChanges = async (generations: Generation[], changes: WordChange[]): Promise<number> => {
    const writer = createChunkWriter(
      client,
      generations.map(({ name }) => name),
    );
    let chunks = 0;
    const last = new Map(changes.map((change) => [change.versionId, change]));
    for (const change of last.values()) {
      if (!change.isGone) chunks += await addVersion(writer, change);
      else {
        await writer.remove(change);
        chunks += change.chunks;
        toFill?.gone.add(change.versionId);
      }
    }
    const readTo = changes.at(-1)?.number ?? 0;
    await writer.end((index) => {
      const { cursor } = generations.find(({ name }) => name === index) as Generation;
      return cursorLines(index, { ...cursor, readTo });
    });
    for (const { cursor } of generations) cursor.readTo = readTo;
    return chunks;
  };

  /** Answers whether something was written, and whether there is more. */
  const writeSomeChanges = async (
    generations: Generation[],
  ): Promise<{ isChanged: boolean; isBehind: boolean }> => {
    const readTo = Math.min(...generations.map(({ cursor }) => cursor.readTo));
    const changes = await store.changes(projectId, readTo);
    let at = 0;
    for (let chunks = 0; at < changes.length && chunks < chunksAtOnce; at += changesAtOnce)
      chunks += await writeChanges(generations, changes.slice(at, at + changesAtOnce));
    return { isChanged: changes.length > 0, isBehind: at < changes.length };
  };

  const fillSome = async ({ name, cursor }: Generation): Promise<void> => {
    if (toFill?.index !== name) {
      const all = await store.activeVersions(projectId);
      all.sort((one, other) => (one.versionId < other.versionId ? -1 : 1));
      toFill = {
        index: name,
        left: all.filter(({ versionId }) => versionId > (cursor.filledTo ?? "")),
        gone: new Set(),
      };
    }
    const writer = createChunkWriter(client, [name]);
    let chunks = 0;
    for (let next = toFill.left[0]; next && chunks < chunksAtOnce; next = toFill.left[0]) {
      chunks += toFill.gone.has(next.versionId) ? 1 : 1 + (await addVersion(writer, next));
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
    isWhole = true;
    if (generations.length === 0) return;
    const { isChanged, isBehind } = await writeSomeChanges(generations);
    const filling = generations.find(({ cursor }) => cursor.filledTo !== null);
    if (filling) await fillSome(filling);
    if (isChanged || filling) for (const { name } of generations) await refreshIndex(client, name);
    const whole = filling?.cursor.filledTo === null ? filling : undefined;
    isWhole = !isBehind && (filling === undefined || whole !== undefined);
    if (whole) toFill = null;
    if (whole && !whole.answers) {
      const others = generations.filter((one) => one !== whole).map(({ name }) => name);
      await letAnswer(client, alias, whole.name, others);
    }
    shownTo = Math.min(...generations.map(({ cursor }) => cursor.readTo));
    if (isChanged || whole) await settle(shownTo, "additions");
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
    isWhole: () => isWhole,
    isClearing: () => clearing !== null,

    async clear() {
      clearing ??= { readTo: shownTo, marks: await markDeletions(client, alias) };
      await expungeMarked();
    },

    async removeUnused() {
      if (!(await isEmpty())) return false;
      for (const { name } of await listGenerations(client, alias)) await removeIndex(client, name);
      return true;
    },

    versions: async () => (isWhole ? countByVersion(client, alias) : null),

    bytes: () => (toFill?.left.length ?? 0) * bytesPerVersion,
  };
}
