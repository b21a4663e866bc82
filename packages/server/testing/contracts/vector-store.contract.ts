import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { ChunkVector, EmbeddingSpace } from "../../src/retrieval/dense/vector-store.ts";
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

export const describeVectorStore = (name: string, open: OpenStores): void => {
  describe(`VectorStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    let space: EmbeddingSpace;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
      space = await stores.vectors.openSpace(projectId, "model-a");
    });
    afterEach(() => stores.close());

    const vectorAt = (value: number): Float32Array => Float32Array.from([value, 1 / 3, -0.5]);
    const vectorsFor = (count: number, hashOf = (at: number) => `hash ${at}`): ChunkVector[] =>
      Array.from({ length: count }, (_, position) => ({
        position,
        contentHash: hashOf(position),
        vector: vectorAt(position),
      }));
    const processed = (chunks: number) => addProcessedSource(stores, projectId, { chunks });
    const embed = async (chunkSetId: string, vectors: ChunkVector[], spaceId = space.spaceId) => {
      expect(await stores.vectors.add(spaceId, chunkSetId, vectors)).toBe(true);
      expect(await stores.vectors.finishSet(spaceId, chunkSetId)).toBe(true);
    };
    const kept = async (hashes: string[], spaceId = space.spaceId) =>
      [...(await stores.vectors.find(spaceId, hashes)).keys()].sort();

    it("begins one space of a name in a project, which is whole once that is said", async () => {
      const again = await stores.vectors.openSpace(projectId, "model-a");
      expect(again).toEqual(space);
      expect(space).toMatchObject({ projectId, name: "model-a", isWhole: false });
      await stores.vectors.markWhole(space.spaceId);
      const other = await stores.vectors.openSpace(projectId, "model-b");
      const elsewhere = await addProject(stores);
      await stores.vectors.openSpace(elsewhere.projectId, "model-a");
      expect(await stores.vectors.spaces(projectId)).toEqual([{ ...space, isWhole: true }, other]);
      expect(await stores.vectors.everySpace()).toContainEqual({ ...other, added: 0, removed: 0 });
    });

    it("keeps the vectors of a set, each with its chunk, and lists them in batches", async () => {
      const { chunkSetId, chunks } = await processed(150);
      await embed(chunkSetId, vectorsFor(150));
      const batches = await collect(stores.vectors.listSet(space.spaceId, chunkSetId, 100));
      expect(batches.map((batch) => batch.length)).toEqual([100, 50]);
      expect(batches.flat()).toEqual(
        chunks.map(({ chunkId }, position) => ({ chunkId, position, vector: vectorAt(position) })),
      );
      expect(await stores.vectors.positions(space.spaceId, chunkSetId)).toEqual(
        new Set(Array.from({ length: 150 }, (_, position) => position)),
      );
    });

    it("lists several sets at once, each by position, and leaves out those without vectors", async () => {
      const [one, empty, other] = [await processed(3), await processed(2), await processed(2)];
      await embed(other.chunkSetId, vectorsFor(2));
      await embed(one.chunkSetId, vectorsFor(3));
      const asked = [one, empty, other].map(({ chunkSetId }) => chunkSetId);
      const found = await stores.vectors.listSets(space.spaceId, asked);
      expect([...found.keys()].sort()).toEqual([one.chunkSetId, other.chunkSetId].sort());
      for (const { chunkSetId, chunks } of [one, other])
        expect(found.get(chunkSetId)).toEqual(
          chunks.map(({ chunkId }, position) => ({ chunkId, position, vector: vectorAt(position) })),
        );
    });

    it("says which active sets lack vectors, and which have them", async () => {
      const [first, second] = [await processed(2), await processed(1)];
      await processed(0);
      const inactive = await beginVersion(stores, first.fileId);
      await addChunks(stores, projectId, { fileId: first.fileId, versionId: inactive }, exampleChunks(1));
      expect(await stores.vectors.count(space, defaultChunking)).toEqual({ done: 0, total: 3 });
      await stores.vectors.add(space.spaceId, first.chunkSetId, vectorsFor(1));
      expect(await stores.vectors.lackingSets(space, defaultChunking, 2)).toHaveLength(2);
      await embed(first.chunkSetId, vectorsFor(2));
      const { chunkSetId, fileId } = second;
      expect(await stores.vectors.lackingSets(space, defaultChunking, 9)).toHaveLength(2);
      expect(await stores.vectors.lackingSets(space, defaultChunking, 9)).toContainEqual({
        chunkSetId,
        fileId,
      });
      expect(await stores.vectors.finishedSets(space, defaultChunking)).toEqual([
        { chunkSetId: first.chunkSetId, fileId: first.fileId, chunks: 2 },
      ]);
      expect(await stores.vectors.count(space, defaultChunking)).toEqual({ done: 1, total: 3 });
    });

    it("says what was completed after a number, and that sets are not searched any more, with the change itself", async () => {
      const finished = async (after?: number) =>
        (await stores.vectors.finishedSets(space, defaultChunking, after)).map(({ fileId }) => fileId);
      const look = async () => {
        const changes = await stores.vectors.changes(space.spaceId);
        if (!changes) throw new Error("The space is there");
        return changes;
      };
      const before = await look();
      const first = await processed(2);
      await embed(first.chunkSetId, vectorsFor(2));
      const then = await look();
      expect(then).toEqual({ added: before.added + 1, removed: before.removed });
      const [second, large] = [await processed(1), await processed(250)];
      await embed(second.chunkSetId, vectorsFor(1));
      await embed(large.chunkSetId, vectorsFor(250));
      expect(await finished(then.added)).toEqual([second.fileId, large.fileId]);
      expect(await finished()).toEqual([first.fileId, second.fileId, large.fileId]);

      const next = await beginVersion(stores, first.fileId);
      await addChunks(stores, projectId, { fileId: first.fileId, versionId: next }, exampleChunks(1));
      await stores.elements.activate(first.fileId, next);
      const replaced = await look();
      expect(replaced.removed).toBeGreaterThan(then.removed);
      expect(await finished()).toEqual([second.fileId, large.fileId]);
      await stores.sources.remove(projectId, large.fileId);
      expect((await look()).removed).toBeGreaterThan(replaced.removed);
      expect(await finished()).toEqual([second.fileId]);
      await stores.vectors.removeSpace(space.spaceId);
      expect(await stores.vectors.changes(space.spaceId)).toBeNull();
    });

    it("keeps a text once, until no chunk has it any more", async () => {
      const [one, other] = [await processed(2), await processed(2)];
      await embed(
        one.chunkSetId,
        vectorsFor(2, (at) => ["shared", "of one"][at] ?? ""),
      );
      await embed(other.chunkSetId, [
        { position: 0, contentHash: "of other", vector: vectorAt(7) },
        { position: 1, contentHash: "shared", vector: vectorAt(9) },
      ]);
      const all = ["shared", "of one", "of other"];
      expect((await stores.vectors.find(space.spaceId, all)).get("shared")).toEqual(vectorAt(0));
      await stores.sources.remove(projectId, one.fileId);
      expect(await kept(all)).toEqual(["of other", "shared"]);
      await stores.sources.remove(projectId, other.fileId);
      expect(await kept(all)).toEqual([]);
    });

    it("removes the vectors of large versions, in every space, also of one that was replaced", async () => {
      const { fileId, versionId, chunkSetId } = await processed(250);
      const other = await stores.vectors.openSpace(projectId, "model-b");
      await embed(chunkSetId, vectorsFor(250));
      await embed(chunkSetId, vectorsFor(130), other.spaceId);
      const hashes = vectorsFor(250).map(({ contentHash }) => contentHash);
      const next = await beginVersion(stores, fileId);
      const nextSet = await addChunks(stores, projectId, { fileId, versionId: next }, exampleChunks(120));
      await stores.elements.activate(fileId, next);
      await stores.elements.removeVersion(versionId);
      expect([...(await kept(hashes)), ...(await kept(hashes, other.spaceId))]).toEqual([]);
      await embed(nextSet, vectorsFor(120));
      await stores.sources.remove(projectId, fileId);
      expect(await kept(hashes)).toEqual([]);
      expect(await stores.vectors.finishedSets(space, defaultChunking)).toEqual([]);
    });

    it("keeps nothing of a set that is not active, or is gone, nor in a space that is gone", async () => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      const open = await addChunks(stores, projectId, { fileId, versionId }, exampleChunks(1));
      const gone = await processed(1);
      await stores.sources.remove(projectId, gone.fileId);
      for (const set of [open, gone.chunkSetId, newId()]) {
        expect(await stores.vectors.add(space.spaceId, set, vectorsFor(1))).toBe(false);
        expect(await stores.vectors.finishSet(space.spaceId, set)).toBe(false);
      }
      const { chunkSetId } = await processed(1);
      expect(await stores.vectors.add(newId(), chunkSetId, vectorsFor(1))).toBe(false);
      expect(await kept(["hash 0"])).toEqual([]);
    });

    it("removes a space with its vectors, and leaves the others", async () => {
      const { chunkSetId } = await processed(230);
      const other = await stores.vectors.openSpace(projectId, "model-b");
      await embed(chunkSetId, vectorsFor(230));
      await embed(chunkSetId, vectorsFor(3), other.spaceId);
      await stores.vectors.removeSpace(space.spaceId);
      expect(await stores.vectors.spaces(projectId)).toEqual([other]);
      expect(await kept(["hash 0", "hash 229"])).toEqual([]);
      expect(await kept(["hash 0"], other.spaceId)).toEqual(["hash 0"]);
      const again = await stores.vectors.openSpace(projectId, "model-a");
      expect(await stores.vectors.count(again, defaultChunking)).toEqual({ done: 0, total: 1 });
    });
  });
};
