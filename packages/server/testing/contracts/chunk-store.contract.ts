import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
import { newId } from "../../src/kernel/ids.ts";
import {
  addChunks,
  addProcessedSource,
  addProject,
  addSource,
  beginVersion,
  collect,
  exampleChunks,
} from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeChunkStore = (name: string, open: OpenStores): void => {
  describe(`ChunkStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const idsOf = (chunks: { chunkId: string }[]): string[] => chunks.map(({ chunkId }) => chunkId);

    const placeOf = ({ fileId, versionId, chunkSetId }: Awaited<ReturnType<typeof addProcessedSource>>) => ({
      fileId,
      versionId,
      chunkSetId,
    });

    it("finds chunks of active versions with their file, in the order asked for", async () => {
      const { fileId, versionId, chunks } = await addProcessedSource(stores, projectId, {
        fileName: "Jahresbericht.pdf",
        chunks: 5,
      });
      const place = { fileId, versionId, fileName: "Jahresbericht.pdf" };
      const asked = [chunks[3], chunks[0], chunks[4]].flatMap((chunk) => chunk ?? []);
      const found = await stores.chunks.findActive(projectId, [newId(), ...idsOf(asked), ...idsOf(asked)]);
      expect(found).toEqual(asked.map((chunk) => ({ ...chunk, ...place })));
    });

    it("finds no chunks of a version that is inactive, replaced, or of another project", async () => {
      const other = await addProject(stores);
      const { fileId, chunks } = await addProcessedSource(stores, projectId);
      const next = await beginVersion(stores, fileId);
      const nextChunks = exampleChunks(3);
      await addChunks(stores, projectId, { fileId, versionId: next }, nextChunks);
      const all = [...idsOf(chunks), ...idsOf(nextChunks)];
      expect(idsOf(await stores.chunks.findActive(projectId, all))).toEqual(idsOf(chunks));
      expect(await stores.chunks.findActive(other.projectId, all)).toEqual([]);
      await stores.elements.activate(fileId, next);
      expect(idsOf(await stores.chunks.findActive(projectId, all))).toEqual(idsOf(nextChunks));
    });

    it("takes 12,000 ids at once", async () => {
      const { chunks } = await addProcessedSource(stores, projectId, { chunks: 1_200 });
      const asked = [...Array.from({ length: 10_800 }, newId), ...idsOf(chunks)];
      expect(idsOf(await stores.chunks.findActive(projectId, asked))).toEqual(idsOf(chunks));
      expect(await stores.chunks.findActive(projectId, [])).toEqual([]);
    });

    it("lists a set by position in batches, however it was added", async () => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      const chunks = exampleChunks(450);
      const chunkSetId = await addChunks(stores, projectId, { fileId, versionId }, chunks.slice(0, 7));
      await stores.chunks.add(chunkSetId, []);
      await stores.chunks.add(chunkSetId, chunks.slice(7));
      const batches = await collect(stores.chunks.listSet(chunkSetId, 100));
      expect(batches.map((batch) => batch.length)).toEqual([100, 100, 100, 100, 50]);
      expect(batches.flat()).toEqual(chunks);
      const even = await collect(stores.chunks.listSet(chunkSetId, 225));
      expect(even.map((batch) => batch.length)).toEqual([225, 225]);
      expect(await stores.chunks.findSet(versionId, defaultChunking)).toBe(chunkSetId);
      expect(await stores.chunks.findSet(versionId, { ...defaultChunking, max: 2000 })).toBeNull();
      expect(await stores.chunks.findSet(newId(), defaultChunking)).toBeNull();
    });

    it("counts the chunks of the active versions of one project", async () => {
      const other = await addProject(stores);
      await addProcessedSource(stores, other.projectId);
      await addSource(stores, projectId);
      const first = await addProcessedSource(stores, projectId, { chunks: 230 });
      const empty = await addProcessedSource(stores, projectId, { chunks: 0 });
      const beside = await beginVersion(stores, first.fileId);
      await addChunks(stores, projectId, { fileId: first.fileId, versionId: beside }, exampleChunks(1));
      const counts = await stores.chunks.activeSets(projectId, defaultChunking);
      expect(counts).toHaveLength(2);
      expect(counts).toEqual(
        expect.arrayContaining([
          { ...placeOf(first), chunks: 230 },
          { ...placeOf(empty), chunks: 0 },
        ]),
      );
      const second = await addProcessedSource(stores, projectId, { chunks: 3 });
      const count = (fileIds?: string[]) => stores.chunks.countActive(projectId, defaultChunking, fileIds);
      expect(await Promise.all([count(), count([second.fileId, empty.fileId]), count([])])).toEqual([
        233, 3, 0,
      ]);
    });

    it("keeps sets of several configurations apart within one version, and ends them with it", async () => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      const [whole, halves] = [exampleChunks(3), exampleChunks(250)];
      const short = { ...defaultChunking, target: 450 };
      const version = { fileId, versionId };
      const wholeSet = await addChunks(stores, projectId, version, whole);
      const halfSet = await addChunks(stores, projectId, version, halves, short);
      await stores.elements.activate(fileId, versionId);
      expect(await collect(stores.chunks.listSet(wholeSet, 100))).toEqual([whole]);
      expect((await collect(stores.chunks.listSet(halfSet, 100))).flat()).toEqual(halves);
      expect(await stores.chunks.activeSets(projectId, defaultChunking)).toEqual([
        { ...version, chunkSetId: wholeSet, chunks: 3 },
      ]);
      const sameInAnotherOrder = { target: 450, max: short.max, chunker: short.chunker };
      expect(await stores.chunks.activeSets(projectId, sameInAnotherOrder)).toEqual([
        { ...version, chunkSetId: halfSet, chunks: 250 },
      ]);
      await stores.elements.removeVersion(versionId);
      for (const set of [wholeSet, halfSet])
        expect(await collect(stores.chunks.listSet(set, 100))).toEqual([]);
      expect(await stores.chunks.findActive(projectId, [...idsOf(whole), ...idsOf(halves)])).toEqual([]);
      expect(await stores.chunks.activeSets(projectId, short)).toEqual([]);
    });

    it("begins one set of each configuration, and none of a version that is another's, active or removed", async () => {
      const { fileId, versionId } = await addProcessedSource(stores, projectId);
      const other = await addProcessedSource(stores, projectId);
      const [open, removed] = [await beginVersion(stores, fileId), await beginVersion(stores, fileId)];
      await stores.elements.removeVersion(removed);
      const begin = (file: string, version: string, project = projectId) =>
        addChunks(stores, project, { fileId: file, versionId: version }, exampleChunks(1));
      await expect(begin(other.fileId, open)).rejects.toThrow(open);
      await expect(begin(fileId, open, newId())).rejects.toThrow(open);
      await expect(begin(fileId, versionId)).rejects.toThrow(versionId);
      await expect(begin(fileId, removed)).rejects.toThrow(removed);
      await begin(fileId, open);
      await expect(begin(fileId, open)).rejects.toThrow();
    });

    it("adds none to the set of an active or a removed version, nor to an unknown one", async () => {
      const { fileId, chunkSetId } = await addProcessedSource(stores, projectId, { chunks: 2 });
      const versionId = await beginVersion(stores, fileId);
      const removed = await addChunks(stores, projectId, { fileId, versionId }, []);
      await stores.elements.removeVersion(versionId);
      for (const set of [chunkSetId, removed, newId()]) {
        await expect(stores.chunks.add(set, exampleChunks(1))).rejects.toThrow(set);
      }
      expect((await collect(stores.chunks.listSet(chunkSetId, 10))).flat()).toHaveLength(2);
      expect(await stores.chunks.activeSets(projectId, defaultChunking)).toMatchObject([{ chunks: 2 }]);
    });

    it("keeps any text, control characters and half surrogates included", async () => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      const [chunk] = exampleChunks(1);
      const odd = [
        { ...chunk, text: "a\u0000b\ud83d", title: "\u202eעברית › \ud83d\ude00" },
      ] as (typeof chunk)[] as never;
      const chunkSetId = await addChunks(stores, projectId, { fileId, versionId }, odd);
      expect(await collect(stores.chunks.listSet(chunkSetId, 10))).toEqual([odd]);
    });
  });
};
