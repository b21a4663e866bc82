import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import {
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

    it("finds none of a version that is not active, no longer active, or of another project", async () => {
      const other = await addProject(stores);
      const { fileId, chunks } = await addProcessedSource(stores, projectId);
      const next = await beginVersion(stores, fileId);
      const nextChunks = exampleChunks(3);
      await stores.chunks.add(projectId, fileId, next, nextChunks);
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

    it("lists a version by position in batches, whatever was added how", async () => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      const chunks = exampleChunks(450);
      await stores.chunks.add(projectId, fileId, versionId, chunks.slice(0, 7));
      await stores.chunks.add(projectId, fileId, versionId, []);
      await stores.chunks.add(projectId, fileId, versionId, chunks.slice(7));
      const batches = await collect(stores.chunks.listVersion(versionId, 100));
      expect(batches.map((batch) => batch.length)).toEqual([100, 100, 100, 100, 50]);
      expect(batches.flat()).toEqual(chunks);
      const even = await collect(stores.chunks.listVersion(versionId, 225));
      expect(even.map((batch) => batch.length)).toEqual([225, 225]);
    });

    it("counts the chunks of the active versions of one project", async () => {
      const other = await addProject(stores);
      await addProcessedSource(stores, other.projectId);
      await addSource(stores, projectId);
      const first = await addProcessedSource(stores, projectId, { chunks: 230 });
      const empty = await addProcessedSource(stores, projectId, { chunks: 0 });
      const beside = await beginVersion(stores, first.fileId);
      await stores.chunks.add(projectId, first.fileId, beside, exampleChunks(1));
      const counts = await stores.chunks.activeVersions(projectId);
      expect(counts).toHaveLength(2);
      expect(counts).toEqual(
        expect.arrayContaining([
          { versionId: first.versionId, fileId: first.fileId, chunks: 230 },
          { versionId: empty.versionId, fileId: empty.fileId, chunks: 0 },
        ]),
      );
    });

    it("adds none to a version of another source or project, an active or a removed one", async () => {
      const { fileId, versionId } = await addProcessedSource(stores, projectId);
      const other = await addProcessedSource(stores, projectId);
      const removed = await beginVersion(stores, fileId);
      await stores.elements.removeVersion(removed);
      const add = (file: string, version: string, project = projectId) =>
        stores.chunks.add(project, file, version, exampleChunks(1));
      await expect(add(fileId, versionId)).rejects.toThrow(versionId);
      await expect(add(other.fileId, versionId)).rejects.toThrow(versionId);
      await expect(add(fileId, versionId, newId())).rejects.toThrow(versionId);
      await expect(add(fileId, removed)).rejects.toThrow(removed);
    });

    it("keeps any text, control characters and half surrogates included", async () => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      const [chunk] = exampleChunks(1);
      const odd = [
        { ...chunk, text: "a\u0000b\ud83d", title: "\u202eעברית › \ud83d\ude00" },
      ] as (typeof chunk)[] as never;
      await stores.chunks.add(projectId, fileId, versionId, odd);
      expect(await collect(stores.chunks.listVersion(versionId, 10))).toEqual([odd]);
    });
  });
};
