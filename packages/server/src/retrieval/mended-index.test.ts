import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { indexDamages } from "../../testing/damage-index.ts";
import { createMemoryChunks } from "../../testing/memory-chunks.ts";
import { openLanceChunkIndex } from "../adapters/lance/lance-chunk-index.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import { newId, type ProjectId } from "../kernel/ids.ts";
import type { MendableIndex } from "./chunk-index.ts";
import { createIndexVersion } from "./index-version.ts";
import { type OpenMendedIndex, openMendedIndex } from "./open-mended-index.ts";
import { readQuery } from "./read-query.ts";
import { withTerms } from "./search-terms.ts";

const quick = { firstPauseMs: 1, maxPauseMs: 4, lookAgainMs: 5 };

describe("the mended index", () => {
  const projectId = newId();
  let folder: string;
  let memory: ReturnType<typeof createMemoryChunks>;
  let opened: OpenMendedIndex;
  let log: string[];

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "headwater-mended-")), "index");
    memory = createMemoryChunks();
    log = [];
    opened = open();
  });
  afterEach(async () => {
    await close();
    await rm(join(folder, ".."), { recursive: true, force: true });
  });

  /** `change` stands between the index and what uses it. */
  function open(change: (index: MendableIndex) => MendableIndex = (index) => index) {
    return openMendedIndex(
      {
        open: (onBackgroundFailure) =>
          change(
            openLanceChunkIndex(folder, { onBackgroundFailure, timing: { gatherMs: 5, restFactor: 0 } }),
          ),
        chunks: memory.store,
        cutTerms: async (chunks) => withTerms(chunks).map(({ termHashes }) => termHashes),
        projects: { list: async () => [{ projectId, name: "p", createdAt: new Date(0) }] },
        log: {
          failed: (_, error, damaged) => void log.push(damaged ? "damaged" : `failed: ${String(error)}`),
          mended: (_, { restored, removed }) => void log.push(`restored ${restored}, removed ${removed}`),
        },
      },
      quick,
    );
  }
  const close = async () => {
    await opened.mender.stop();
    await opened.index.close();
  };
  const restart = async (
    between: () => unknown = () => {},
    change?: (index: MendableIndex) => MendableIndex,
  ) => {
    await close();
    await between();
    opened = open(change);
    opened.mender.start();
  };

  const store = async (texts: string[], fileId = newId(), project = projectId) => {
    const versionId = newId();
    const chunks = texts.map((text, position) => ({
      chunkId: newId(),
      position,
      text,
      title: "",
      pageNumber: 1,
      elementIds: [],
    }));
    await memory.store.begin(project, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
    await memory.store.add(versionId, chunks);
    return { fileId, versionId, chunks };
  };
  /** As builds do: what is written is active only when it is whole, so that nobody restores it meanwhile. */
  const ingest = async (texts: string[], fileId = newId(), project = projectId) => {
    const stored = await store(texts, fileId, project);
    const version = memory.versions.get(stored.versionId);
    if (version) version.active = false;
    await createIndexVersion(opened.index).add(project, fileId, stored.versionId, withTerms(stored.chunks));
    if (version) version.active = true;
    return stored;
  };
  const search = async (text: string, fileIds?: string[]) => {
    const hits = await opened.index.search(projectId, {
      terms: readQuery(text).terms.flatMap(({ forms }) => forms),
      limit: 10,
      fileIds,
    });
    const found = await memory.store.findActive(
      projectId,
      hits.map(({ chunkId }) => chunkId),
    );
    return found.map((chunk) => chunk.text);
  };
  /** Resolves when the index holds what is active, and nothing else. */
  const whole = async () => {
    const active = await memory.store.activeSets(projectId, defaultChunking);
    const state = async () => ({
      ...opened.indexProgress(),
      versions: await opened.index.versions(projectId).catch(String),
    });
    await expect.poll(state, { timeout: 8_000 }).toEqual({
      state: "ready",
      done: 0,
      total: 0,
      versions: new Map(active.map(({ versionId, chunks }) => [versionId, chunks])),
    });
  };
  /** Also while it is being written. */
  const deleteFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 5 });
  const asides = async () => (await readdir(folder)).filter((name) => name.startsWith("set-aside"));

  it("does nothing when index and database agree", async () => {
    await ingest(["one", "two"]);
    await restart();
    await whole();
    expect(await search("two")).toEqual(["two"]);
    expect(log).toEqual([]);
    expect(opened.indexProgress()).toEqual({ state: "ready", done: 0, total: 0 });
  });

  it("restores what is missing or incomplete, and removes what is left over", async () => {
    await store(["missing topic", "missing too"]);
    const partial = await ingest(["partial topic"]);
    const [first] = partial.chunks;
    if (first)
      memory.versions.get(partial.versionId)?.chunks.push({
        ...first,
        chunkId: newId(),
        position: 1,
        text: "partial rest of the topic",
        fileName: "x",
        ...partial,
      });
    const left = await ingest(["left over topic"]);
    memory.versions.delete(left.versionId);
    await ingest(["other project"], newId(), newId());
    await restart();
    await whole();
    expect((await search("topic")).sort()).toEqual([
      "missing topic",
      "partial rest of the topic",
      "partial topic",
    ]);
    await expect.poll(() => opened.index.projects()).toEqual([projectId]);
    expect(log).toEqual(["restored 2, removed 1"]);
  });

  it.each(Object.entries(indexDamages))("answers and mends after damage: %s", async (_, damage) => {
    await ingest(["the harbour is deep", "a lantern burns"]);
    await ingest(["the harbour is wide"]);
    await restart(() => damage(folder));
    expect((await search("harbour")).sort()).toEqual(["the harbour is deep", "the harbour is wide"]);
    await whole();
    expect((await search("harbour")).sort()).toEqual(["the harbour is deep", "the harbour is wide"]);
    await ingest(["the harbour is new"]);
    expect(await search("new")).toEqual(["the harbour is new"]);
    await expect.poll(asides).toEqual([]);
  });

  it("goes on when its folder is deleted while it runs", async () => {
    const kept = await ingest(["the harbour is deep"]);
    const gone = await ingest(["the harbour is wide"]);
    opened.mender.start();
    await whole();
    await deleteFolder();
    expect(await search("harbour")).toHaveLength(2);
    await deleteFolder();
    const added = await ingest(["the harbour is new"]);
    expect(await search("harbour")).toHaveLength(3);
    await deleteFolder();
    memory.versions.delete(gone.versionId);
    await opened.index.removeFile(projectId, gone.fileId);
    await whole();
    expect((await search("harbour", [kept.fileId, gone.fileId, added.fileId])).sort()).toEqual([
      "the harbour is deep",
      "the harbour is new",
    ]);
  });

  it("finds everything while the index is being set aside", async () => {
    await ingest(["the harbour is deep"]);
    const moved = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await restart(undefined, (index) => ({
      ...index,
      async setAside(project) {
        await index.setAside(project);
        moved.resolve();
        await goOn.promise;
      },
    }));
    await whole();
    await deleteFolder();
    const first = search("harbour");
    await moved.promise;
    const second = search("harbour");
    // An answer from the empty folder would come before this.
    await opened.index.versions(projectId);
    goOn.resolve();
    expect(await Promise.all([first, second])).toEqual([["the harbour is deep"], ["the harbour is deep"]]);
  });

  it("takes what the index could not take later, and finds it until then", async () => {
    let full = true;
    const fullDisk = () => Promise.reject(new Error("No space left on device (os error 28)"));
    await restart(undefined, (index) => ({
      ...index,
      add: (...given) => (full ? fullDisk() : index.add(...given)),
      search: (...given) => (full ? fullDisk() : index.search(...given)),
    }));
    await ingest(["the harbour is deep"]);
    await ingest(["the harbour is wide"]);
    expect((await search("harbour")).sort()).toEqual(["the harbour is deep", "the harbour is wide"]);
    expect(opened.indexProgress()).toEqual({ state: "rebuilding", done: 0, total: 2 });
    full = false;
    await whole();
    expect((await search("harbour")).sort()).toEqual(["the harbour is deep", "the harbour is wide"]);
    expect(log.filter((line) => line.startsWith("damaged"))).toEqual([]);
  });

  it("answers a deletion whose rows it can't remove now, never finds them, and removes them later", async () => {
    let full = true;
    const fullDisk = () => Promise.reject(new Error("No space left on device (os error 28)"));
    const kept = await ingest(["the harbour is deep"]);
    const gone = await ingest(["the harbour is wide"]);
    const refusing = (index: MendableIndex): MendableIndex => ({
      ...index,
      removeFile: (...given) => (full ? fullDisk() : index.removeFile(...given)),
      removeVersion: (...given) => (full ? fullDisk() : index.removeVersion(...given)),
      discardSetAside: () => (full ? fullDisk() : index.discardSetAside()),
    });
    await restart(undefined, refusing);
    memory.versions.delete(gone.versionId);
    await opened.index.removeFile(projectId, gone.fileId);
    expect(await search("harbour")).toEqual(["the harbour is deep"]);
    expect(log).toContain("failed: Error: No space left on device (os error 28)");
    expect((await opened.index.versions(projectId)).has(gone.versionId)).toBe(true);
    full = false;
    await expect
      .poll(async () => [...(await opened.index.versions(projectId)).keys()])
      .toEqual([kept.versionId]);
    expect(log.filter((line) => line.startsWith("damaged"))).toEqual([]);
  });

  it("leaves alone what a running build has written and not yet made active", async () => {
    const writing = await ingest(["the harbour is deep"]);
    const version = memory.versions.get(writing.versionId);
    if (version) version.active = false;
    opened.mender.start();
    await ingest(["a lantern burns"]);
    await opened.mender.compared(projectId);
    if (version) version.active = true;
    expect(await search("harbour")).toEqual(["the harbour is deep"]);
    await whole();
  });

  it("brings back what a running build had written before the index was set aside", async () => {
    opened.mender.start();
    const writing = await store(["the harbour is deep", "the harbour is wide"]);
    const version = memory.versions.get(writing.versionId);
    if (version) version.active = false;
    const { add } = createIndexVersion(opened.index);
    const chunks = withTerms(writing.chunks);
    await add(projectId, writing.fileId, writing.versionId, chunks.slice(0, 1));
    await deleteFolder();
    expect(await search("harbour")).toEqual([]);
    await add(projectId, writing.fileId, writing.versionId, chunks.slice(1));
    if (version) version.active = true;
    expect((await search("harbour")).sort()).toEqual(["the harbour is deep", "the harbour is wide"]);
    await whole();
    expect(await search("harbour")).toHaveLength(2);
  });

  it("never brings back a file that is deleted while it is restored", async () => {
    const { fileId, versionId } = await store(Array.from({ length: 600 }, (_, at) => `harbour ${at}`));
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await restart(undefined, (index) => ({
      ...index,
      async add(...given) {
        begun.resolve();
        await release.promise;
        await index.add(...given);
      },
    }));
    await begun.promise;
    memory.versions.delete(versionId);
    const removed = opened.index.removeFile(projectId, fileId);
    release.resolve();
    await removed;
    await opened.mender.stop();
    expect(await opened.index.versions(projectId)).toEqual(new Map());
  });

  it("keeps nothing of a deleted file in what was set aside", async () => {
    const deleted = await ingest(["the harbour is deep"]);
    await restart(
      () => indexDamages["rows cut off in the middle, as after a power cut"]?.(folder),
      // The rebuild does not end: the set aside would go with it.
      (index) => ({ ...index, add: () => Promise.reject(new Error("No space left on device")) }),
    );
    await search("harbour");
    expect(await asides()).toHaveLength(1);
    memory.versions.delete(deleted.versionId);
    await opened.index.removeFile(projectId, deleted.fileId);
    expect(await asides()).toEqual([]);
  });

  it("orders what it reads from the database as the index would", async () => {
    await ingest([
      "harbour and lantern",
      "harbour harbour harbour",
      "a long line that has one harbour in it",
      "lantern",
    ]);
    await ingest(["nothing of it", "the lantern at the harbour of the other town"]);
    const fromIndex = await search("harbour lantern");
    await restart(
      () => rm(folder, { recursive: true }),
      (index) => ({
        ...index,
        add: () => Promise.reject(new Error("No space left on device")),
      }),
    );
    expect(await search("harbour lantern")).toEqual(fromIndex);
    expect(fromIndex).toHaveLength(5);
  });

  it("has ended its first look when it is stopped: the database is closed next", async () => {
    const held = Promise.withResolvers<ProjectId[]>();
    await restart(
      () => {},
      (index) => ({ ...index, projects: () => held.promise }),
    );
    let over = false;
    const stopped = opened.mender.stop().then(() => {
      over = true;
    });
    await nextTurn();
    expect(over).toBe(false);
    held.resolve([]);
    await stopped;
    expect(log).toEqual([]);
  });
});
