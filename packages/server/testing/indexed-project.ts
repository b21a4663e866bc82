import BetterSqlite from "better-sqlite3";
import { createStores } from "../src/adapters/sql/create-stores.ts";
import { connectSqlite, openSqlite } from "../src/adapters/sql/open-database.ts";
import { createSqlWordStore } from "../src/adapters/sql/sql-word-store.ts";
import { unpackSegment } from "../src/adapters/words/pack-segment.ts";
import { createWordIndex, type WordIndexOptions } from "../src/adapters/words/word-index.ts";
import type { AddedChunk } from "../src/chunks/chunk-store.ts";
import { systemClock } from "../src/kernel/clock.ts";
import { newId } from "../src/kernel/ids.ts";
import type { WordIndex, WordSearch } from "../src/retrieval/words/word-index.ts";
import type { WordStore } from "../src/retrieval/words/word-store.ts";
import { hashTerm, hashTerms } from "../src/text/term-hash.ts";
import { addChunks, addProject, addSource, beginVersion } from "./contracts/examples.ts";

/** Opens an index over the store of a database. */
export type OpenWordIndex = (store: WordStore, options: WordIndexOptions) => WordIndex;

/** A project with documents made of plain terms, and the words' index over its database through a connection of its own. */
export async function openIndexedProject(
  path: string,
  options: WordIndexOptions = {},
  openIndex: OpenWordIndex = createWordIndex,
) {
  const database = await openSqlite(path);
  const stores = createStores(database, systemClock);
  const { projectId } = await addProject(stores);
  const damages: string[] = [];
  const connect = () => {
    const connection = connectSqlite(path);
    const store = failingInTurn(createSqlWordStore(connection));
    const onDamage = (_: string, error: Error) => damages.push(error.message);
    return { connection, store, index: openIndex(store, { onDamage, ...options }) };
  };
  /** Calls of the store until one fails. */
  let callsLeft = Number.POSITIVE_INFINITY;
  const failingInTurn = (store: WordStore): WordStore =>
    new Proxy(store, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          callsLeft -= 1;
          if (callsLeft >= 0) return method(...args);
          callsLeft = Number.POSITIVE_INFINITY;
          throw new Error("The store failed");
        };
      },
    });
  let reader = connect();
  const opened = [reader];
  let elsewhere: typeof reader | undefined;

  const chunkOf = (terms: string, position: number, withTerms: boolean): AddedChunk => ({
    chunkId: newId(),
    position,
    text: terms,
    title: "",
    pageNumber: 1,
    elementIds: [newId()],
    ...(withTerms && { termHashes: hashTerms(terms.split(" ").filter(Boolean)) }),
  });
  /** A version that is not active yet. */
  const write = async (texts: string[], file?: string, { withoutTerms = false } = {}) => {
    const fileId = file ?? (await addSource(stores, projectId)).fileId;
    const versionId = await beginVersion(stores, fileId);
    const chunks = texts.map((text, position) => chunkOf(text, position, !withoutTerms));
    await addChunks(stores, projectId, { fileId, versionId }, chunks);
    return { fileId, versionId, chunks, activate: () => stores.elements.activate(fileId, versionId) };
  };
  const search = (terms: string[], more: Partial<WordSearch> = {}) =>
    reader.index.search(projectId, { terms, limit: 10, ...more });
  const raw = <T>(work: (sqlite: BetterSqlite.Database) => T): T => {
    const sqlite = new BetterSqlite(path);
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  };

  return {
    stores,
    projectId,
    damages,
    get index() {
      return reader.index;
    },
    write,
    async add(texts: string[], how: { withoutTerms?: boolean } = {}) {
      const version = await write(texts, undefined, how);
      await version.activate();
      return version;
    },
    search,
    found: async (terms: string[]) => (await search(terms)).map(({ chunkId }) => chunkId),
    /** Lets the index's store fail once, after so many calls. */
    failAfter(calls: number) {
      callsLeft = calls;
    },
    /** As after a crash: nothing of what was in memory is left. */
    restart() {
      callsLeft = Number.POSITIVE_INFINITY;
      reader = connect();
      opened.push(reader);
    },
    /** Goes on as another process, whose index stays as it is meanwhile. For an index with `isShared`. */
    changeProcess() {
      [reader, elsewhere] = [elsewhere ?? connect(), reader];
      if (!opened.includes(reader)) opened.push(reader);
    },
    /** Puts everything into segments, however little it is: with something gone, that is what clearing does. */
    async seal() {
      const filler = await write(["filler"]);
      await filler.activate();
      await stores.sources.remove(projectId, filler.fileId);
      await reader.index.clear();
    },
    hashOf: hashTerm,
    /** Changes the database beside all that is to know of it. */
    rewrite: (work: (sqlite: BetterSqlite.Database) => void) => raw(work),
    /** The dictionaries of all segments. */
    storedHashes: () =>
      raw((sqlite) => {
        const rows = sqlite
          .prepare("select segment_id, bytes from word_segment_parts order by segment_id, part")
          .all() as { segment_id: string; bytes: Buffer }[];
        const segments = Map.groupBy(rows, (row) => row.segment_id);
        return new Set(
          [...segments.values()].flatMap((parts) => [
            ...unpackSegment(Uint8Array.from(Buffer.concat(parts.map(({ bytes }) => bytes)))).dictionary,
          ]),
        );
      }),
    damageSegments: () =>
      raw((sqlite) => sqlite.exec("update word_segment_parts set bytes = cast(bytes || x'00' as blob)")),
    loseSegments: () =>
      raw((sqlite) => sqlite.exec("delete from word_segment_parts; delete from word_segments")),
    /** As the migration does that brought the index: lists every active set as unindexed, and forgets what was to be indexed. */
    listUnindexed: () =>
      raw((sqlite) =>
        sqlite.exec(`delete from word_changes;
          insert or ignore into unindexed_sets (chunk_set_id, project_id)
          select chunk_set_id, project_id from chunk_sets join versions using (version_id) where status = 'active'`),
      ),
    async indexUnindexed() {
      for (const { chunkSetId } of await stores.unindexed.next(100)) {
        if (await stores.unindexed.lacksTerms(chunkSetId))
          for await (const batch of stores.chunks.listSet(chunkSetId, 100))
            await stores.unindexed.setTerms(
              chunkSetId,
              batch.map(({ position, text }) => ({ position, termHashes: hashTerms(text.split(" ")) })),
            );
        await stores.unindexed.finish(chunkSetId);
      }
    },
    async close() {
      for (const { connection } of opened) await connection.destroy();
      await database.destroy();
    },
  };
}
