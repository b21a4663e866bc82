import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  addChunks,
  addProcessedSource,
  addProject,
  beginVersion,
  exampleChunks,
} from "../../../testing/contracts/examples.ts";
import {
  createManualClock,
  openStores,
  type StoresUnderTest,
} from "../../../testing/contracts/open-stores.ts";
import { createManualTimer } from "../../../testing/manual-timer.ts";
import { openSqlite } from "../../adapters/sql/open-database.ts";
import { createNearIndex } from "../../adapters/vectors/near-index.ts";
import { toHits, toNearQuery } from "../../adapters/vectors/near-query.ts";
import type { Embedder } from "../../models/embedder.ts";
import { type BackgroundEmbedding, createBackgroundEmbedding } from "./background-embedding.ts";
import { embeddedText, hashText } from "./embedded-text.ts";
import { createSearchVectors } from "./search-vectors.ts";

describe("embedding in the background", () => {
  let stores: StoresUnderTest;
  let projectId: string;
  const running: BackgroundEmbedding[] = [];
  const { timer, pass } = createManualTimer(createManualClock());
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-embedding-"));
    stores = await openStores(
      () => openSqlite(join(folder, "headwater.sqlite")),
      () => rm(folder, { recursive: true }),
    );
    ({ projectId } = await addProject(stores));
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop();
    await stores.close();
  });

  /** An embedder that counts what it is given. `beforeEach` may throw or wait. */
  const fakeEmbedder = (space = "fake", before: (texts: string[]) => void | Promise<void> = () => {}) => {
    const embedded: string[] = [];
    const embedder: Embedder = {
      space,
      async embed(texts, purpose, signal) {
        signal.throwIfAborted();
        await before(texts);
        if (purpose === "passage") embedded.push(...texts);
        return { vectors: texts.map(() => Float32Array.from([0, 1])), usage: {} };
      },
    };
    return { embedder, embedded };
  };
  const begin = (embedder: Embedder) => {
    const log: string[] = [];
    const index = createNearIndex(stores.vectors);
    const embedding = createBackgroundEmbedding({
      ...stores,
      embedder,
      timer,
      log: {
        failed: (_project, error) => log.push(`failed: ${(error as Error).message}`),
        recovered: () => log.push("recovered"),
        whole: (_project, model) => log.push(`whole: ${model}`),
        fellBack: (what, error) => log.push(`${what}: ${(error as Error).message}`),
      },
    });
    running.push(embedding);
    const found = async (...embedders: Embedder[]) => {
      const search = createSearchVectors({
        embedders: embedders.length > 0 ? embedders : [embedder],
        vectors: stores.vectors,
        index: {
          search: async (space, query) => toHits(await index.search(space, toNearQuery(query))),
        },
        log: { fellBack: (what, error) => log.push(`${what}: ${(error as Error).message}`) },
      });
      return (await search(projectId, { text: "question", limit: 100 })).length;
    };
    return { embedding, log, found };
  };
  const ready = (embedding: BackgroundEmbedding) =>
    expect.poll(embedding.progress).toEqual({ state: "ready", done: 0, total: 0 });

  it("embeds every text once with its headings, then answers from the vectors", async () => {
    await addProcessedSource(stores, projectId, { chunks: 130 });
    await addProcessedSource(stores, projectId, { chunks: 3 });
    const { embedder, embedded } = fakeEmbedder();
    const { embedding, log, found } = begin(embedder);
    expect(await found()).toBe(0);
    embedding.start();
    await ready(embedding);
    expect(await found()).toBe(100);
    // The second source has texts of the first.
    expect(embedded.toSorted()).toEqual(
      Array.from({ length: 130 }, (_, at) => `Report › Results\nPassage ${at}`).toSorted(),
    );
    await expect.poll(() => log).toEqual(["whole: fake"]);
  });

  it("embeds the latest document first, answers from each as soon as it is embedded, and says how many are", async () => {
    await addProcessedSource(stores, projectId, { chunks: 2 });
    await addProcessedSource(stores, projectId, { chunks: 1 });
    const hold = Promise.withResolvers<void>();
    let batches = 0;
    const { embedder } = fakeEmbedder("fake", (texts) => {
      return texts[0] !== "question" && batches++ > 0 ? hold.promise : undefined;
    });
    const { embedding, found } = begin(embedder);
    embedding.start();
    // Also before it has looked at the project.
    expect(await embedding.progress()).toMatchObject({ state: "embedding", total: 2 });
    await expect.poll(() => batches).toBe(2);
    expect(await embedding.progress()).toEqual({ state: "embedding", done: 1, total: 2 });
    expect(await found()).toBe(1);
    hold.resolve();
    await ready(embedding);
    expect(await found()).toBe(3);
  });

  it("tries a failing model again after a pause, and tells of it once", async () => {
    await addProcessedSource(stores, projectId, { chunks: 1 });
    let failures = 0;
    const { embedder } = fakeEmbedder("fake", () => {
      if (failures < 3) {
        failures += 1;
        throw new Error("the model is away");
      }
    });
    const { embedding, log, found } = begin(embedder);
    embedding.start();
    for (const [count, pauseMs] of [1_000, 2_000, 4_000].entries()) {
      await expect.poll(() => failures).toBe(count + 1);
      await expect.poll(async () => (await embedding.progress()).state).toBe("failing");
      await pass(pauseMs - 1);
      expect(failures).toBe(count + 1);
      await pass(1);
    }
    await ready(embedding);
    expect(await found()).toBe(1);
    await expect.poll(() => log).toEqual(["failed: the model is away", "recovered", "whole: fake"]);
  });

  it("embeds the other documents when the model refuses one", async () => {
    await addProcessedSource(stores, projectId, { chunks: 2 });
    await addProcessedSource(stores, projectId, { chunks: 40 });
    await addProcessedSource(stores, projectId, { chunks: 3 });
    const { embedder } = fakeEmbedder("fake", (texts) => {
      if (texts.some((text) => text.endsWith("Passage 30"))) throw new Error("refused");
    });
    const { embedding, log } = begin(embedder);
    embedding.start();
    await expect.poll(embedding.progress).toEqual({ state: "failing", done: 2, total: 3 });
    await pass(1_000);
    expect(log).toEqual(["failed: refused"]);
  });

  it("goes on after a stop in the middle of a document where it was", async () => {
    const { chunks } = await addProcessedSource(stores, projectId, { chunks: 150 });
    let batches = 0;
    const first = fakeEmbedder("fake", async () => {
      if (++batches === 2) throw new Error("killed");
    });
    const interrupted = begin(first.embedder);
    interrupted.embedding.start();
    await expect.poll(() => batches).toBe(2);
    await interrupted.embedding.stop();
    const second = fakeEmbedder();
    const { embedding, found } = begin(second.embedder);
    embedding.start();
    await ready(embedding);
    expect(first.embedded.length + second.embedded.length).toBe(chunks.length);
    expect(await found()).toBe(100);
  });

  it("asks the earlier model until the new one has embedded everything, and removes its vectors then", async () => {
    await addProcessedSource(stores, projectId, { chunks: 2 });
    const old = fakeEmbedder("old");
    const before = begin(old.embedder);
    before.embedding.start();
    await ready(before.embedding);
    const hold = Promise.withResolvers<void>();
    const next = fakeEmbedder("new", (texts) => (texts[0] === "question" ? undefined : hold.promise));
    const { embedding, found } = begin(next.embedder);
    embedding.start();
    await expect.poll(async () => (await embedding.progress()).state).toBe("embedding");
    expect(await found(next.embedder, old.embedder)).toBe(2);
    expect(await found(next.embedder)).toBe(0);
    hold.resolve();
    await ready(embedding);
    expect(await found(next.embedder, old.embedder)).toBe(2);
    expect((await stores.vectors.spaces(projectId)).map(({ name }) => name)).toEqual(["new"]);
  });

  it("leaves a project without documents to words, and embeds what comes when it is woken", async () => {
    const { embedder } = fakeEmbedder();
    const { embedding, found, log } = begin(embedder);
    embedding.start();
    await ready(embedding);
    expect(log).toEqual([]);
    const { versionId } = await addProcessedSource(stores, projectId, { chunks: 4 });
    embedding.wake(projectId, versionId);
    await ready(embedding);
    expect(await found()).toBe(4);
  });

  it("takes over what a version has in common with the one that it replaces", async () => {
    const { fileId, versionId } = await addProcessedSource(stores, projectId, { chunks: 70 });
    const { embedder, embedded } = fakeEmbedder();
    const { embedding, found } = begin(embedder);
    embedding.start();
    await ready(embedding);
    const next = await beginVersion(stores, fileId);
    await addChunks(stores, projectId, { fileId, versionId: next }, exampleChunks(72));
    await stores.elements.activate(fileId, next);
    await embedding.reuse(projectId, fileId, next);
    await stores.elements.removeVersion(versionId);
    embedding.wake(projectId, next);
    await ready(embedding);
    expect(embedded).toHaveLength(72);
    expect(await found()).toBe(72);
  });

  it("embeds nothing of a source that is deleted meanwhile", async () => {
    const { fileId, chunks } = await addProcessedSource(stores, projectId, { chunks: 2 });
    const hold = Promise.withResolvers<void>();
    const { embedder } = fakeEmbedder("fake", () => hold.promise);
    const { embedding } = begin(embedder);
    embedding.start();
    await expect.poll(async () => (await embedding.progress()).total).toBe(1);
    await stores.sources.remove(projectId, fileId);
    hold.resolve();
    await ready(embedding);
    const space = await stores.vectors.openSpace(projectId, "fake");
    const hashes = chunks.map((chunk) => hashText(embeddedText(chunk)));
    expect((await stores.vectors.find(space.spaceId, hashes)).size).toBe(0);
  });

  it("answers by words, and says so, when the question can't be embedded", async () => {
    await addProcessedSource(stores, projectId, { chunks: 1 });
    const { embedder } = fakeEmbedder("fake", ([text]) => {
      if (text === "question") throw new Error("no answer");
    });
    const { embedding, found, log } = begin(embedder);
    embedding.start();
    await ready(embedding);
    expect(await found()).toBe(0);
    expect(log.at(-1)).toBe("embedding: no answer");
  });
});
