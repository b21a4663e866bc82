import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Chunk } from "../../src/chunks/chunk.ts";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
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

/** Another configuration than that of the service. */
const short = { ...defaultChunking, target: 450 };

export const describeFurtherChunks = (name: string, open: OpenStores): void => {
  describe(`ChunkStore, further sets: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    type Version = { fileId: string; versionId: string };
    const add = (
      { fileId, versionId }: Version,
      chunks: Chunk[],
      config = short,
      project = projectId,
      chunkSetId = newId(),
    ) => stores.chunks.addSet(project, fileId, { chunkSetId, versionId, config }, chunks);
    const added = async (version: Version, chunks: Chunk[]) => (await add(version, chunks)) ?? "";

    it("finds and lists a set that was added to an active version, whose own set stays as it is", async () => {
      const source = await addProcessedSource(stores, projectId, { chunks: 3 });
      const chunks = exampleChunks(250);
      const chunkSetId = await added(source, chunks);
      const { versionId, fileId } = source;
      expect(await stores.chunks.findSets([versionId], short)).toEqual(
        new Map([[versionId, { chunkSetId, versionId, fileId, chunks: 250 }]]),
      );
      expect(await stores.chunks.findSet(versionId, short)).toBe(chunkSetId);
      expect((await collect(stores.chunks.listSet(chunkSetId, 100))).flat()).toEqual(chunks);
      const place = { fileId, versionId, fileName: "report.pdf" };
      const [, , third] = chunks;
      expect(await stores.chunks.findActive(projectId, [third?.chunkId ?? ""])).toEqual([
        { ...third, ...place },
      ]);
      expect(await stores.chunks.findSet(versionId, defaultChunking)).toBe(source.chunkSetId);
      expect(await stores.chunks.activeSets(projectId, defaultChunking)).toMatchObject([{ chunks: 3 }]);
    });

    it("adds no configuration twice: it answers the set that is there", async () => {
      const source = await addProcessedSource(stores, projectId);
      const chunkSetId = await added(source, exampleChunks(2));
      expect(await add(source, exampleChunks(5))).toBe(chunkSetId);
      expect(await add(source, exampleChunks(5), defaultChunking)).toBe(source.chunkSetId);
      expect((await stores.chunks.listSets([chunkSetId], { offset: 0, limit: 9 })).total).toBe(2);
    });

    it("keeps one whole set when two are added at once", async () => {
      const source = await addProcessedSource(stores, projectId);
      const again = await stores.connectAgain();
      const { versionId, fileId } = source;
      const ids = await Promise.all(
        [stores, again, stores].map(({ chunks }) =>
          chunks.addSet(
            projectId,
            fileId,
            { chunkSetId: newId(), versionId, config: short },
            exampleChunks(250),
          ),
        ),
      );
      expect(new Set(ids).size).toBe(1);
      expect((await collect(stores.chunks.listSet(ids[0] ?? "", 300))).flat()).toHaveLength(250);
    });

    it("adds nothing to a version that is not active, unknown, or another's", async () => {
      const other = await addProject(stores);
      const source = await addProcessedSource(stores, projectId);
      const second = await addProcessedSource(stores, projectId);
      const { fileId, versionId } = source;
      const open = await beginVersion(stores, fileId);
      const chunks = exampleChunks(1);
      expect(await add({ fileId, versionId: open }, chunks)).toBeNull();
      expect(await add({ fileId, versionId: newId() }, chunks)).toBeNull();
      expect(await add({ fileId: second.fileId, versionId }, chunks)).toBeNull();
      expect(await add(source, chunks, short, other.projectId)).toBeNull();
      await stores.sources.remove(projectId, fileId);
      expect(await add(source, chunks)).toBeNull();
    });

    it("takes back what it has added when it can't go on, also when the version is replaced meanwhile", async () => {
      const source = await addProcessedSource(stores, projectId);
      const { fileId, versionId } = source;
      const twice = [...exampleChunks(150), ...exampleChunks(1)];
      await expect(add(source, twice)).rejects.toThrow();
      expect(await stores.chunks.findSets([versionId], short)).toEqual(new Map());
      expect(await stores.chunks.findActive(projectId, [twice[0]?.chunkId ?? ""])).toEqual([]);
      const chunks = exampleChunks(1_200);
      const next = await beginVersion(stores, fileId);
      // Either may be first.
      await Promise.all([add(source, chunks), stores.elements.activate(fileId, next)]);
      await stores.elements.removeVersion(versionId);
      const ids = [chunks[0]?.chunkId ?? "", chunks.at(-1)?.chunkId ?? ""];
      expect(await stores.chunks.findActive(projectId, ids)).toEqual([]);
      expect(await add({ fileId, versionId: next }, chunks)).not.toBeNull();
    });

    it("finds the sets of thousands of versions, of active ones only", async () => {
      const first = await addProcessedSource(stores, projectId);
      const second = await addProcessedSource(stores, projectId);
      await addProcessedSource(stores, projectId);
      const ids = [await added(first, exampleChunks(1)), await added(second, exampleChunks(0))];
      const asked = [first.versionId, ...Array.from({ length: 3_000 }, newId), second.versionId];
      const found = await stores.chunks.findSets(asked, short);
      expect([...found.values()].map(({ chunkSetId }) => chunkSetId).toSorted()).toEqual(ids.toSorted());
      expect(found.get(second.versionId)).toMatchObject({ chunks: 0 });
      await stores.elements.activate(first.fileId, await beginVersion(stores, first.fileId));
      expect([...(await stores.chunks.findSets(asked, short)).keys()]).toEqual([second.versionId]);
    });

    it("pages through several sets in the order in which they are named, with exact totals", async () => {
      const sources = [
        await addProcessedSource(stores, projectId, { fileName: "a.txt" }),
        await addProcessedSource(stores, projectId, { fileName: "b.txt" }),
        await addProcessedSource(stores, projectId, { fileName: "c.txt" }),
      ];
      const chunks = [exampleChunks(5), exampleChunks(0), exampleChunks(4)];
      const ids: string[] = [];
      for (const [at, source] of sources.entries()) ids.push(await added(source, chunks[at] ?? []));
      const [a = "", b = "", c = ""] = ids;
      const all = [...(chunks[2] ?? []), ...(chunks[0] ?? [])].map(({ chunkId }) => chunkId);
      const page = async (offset: number, limit: number) => {
        const listed = await stores.chunks.listSets([c, newId(), b, a, c], { offset, limit });
        expect(listed.total).toBe(9);
        return listed.chunks.map(({ chunkId }) => chunkId);
      };
      for (const [offset, limit] of [
        [0, 9],
        [0, 4],
        [3, 3],
        [4, 2],
        [8, 5],
        [9, 5],
        [2, 0],
      ] as const)
        expect(await page(offset, limit)).toEqual(all.slice(offset, offset + limit));
      const { chunks: named } = await stores.chunks.listSets([a], { offset: 1, limit: 1 });
      const { fileId, versionId } = sources[0] as Version;
      expect(named).toEqual([{ ...chunks[0]?.[1], fileId, versionId, fileName: "a.txt" }]);
      await stores.sources.remove(projectId, fileId);
      expect(await stores.chunks.listSets(ids, { offset: 0, limit: 9 })).toMatchObject({ total: 4 });
      expect(await stores.chunks.listSets([], { offset: 0, limit: 9 })).toEqual({ chunks: [], total: 0 });
    });

    it("goes with its version, however large, with its vectors", async () => {
      const source = await addProcessedSource(stores, projectId);
      const chunks = exampleChunks(320);
      const chunkSetId = await added(source, chunks);
      const { spaceId } = await stores.vectors.openSpace(projectId, "model");
      const vector = { position: 0, contentHash: "h", vector: new Float32Array([1, 2]) };
      await stores.vectors.add(spaceId, chunkSetId, [vector]);
      expect((await stores.vectors.find(spaceId, ["h"])).size).toBe(1);
      await stores.sources.remove(projectId, source.fileId);
      expect((await stores.vectors.find(spaceId, ["h"])).size).toBe(0);
      expect(await collect(stores.chunks.listSet(chunkSetId, 500))).toEqual([]);
    });

    it("stays out of what the service embeds and searches by meaning", async () => {
      const source = await addProcessedSource(stores, projectId, { chunks: 1 });
      const space = await stores.vectors.openSpace(projectId, "model");
      const chunkSetId = await added(source, exampleChunks(1));
      const vector = { position: 0, contentHash: "h", vector: new Float32Array([1, 2]) };
      await stores.vectors.add(space.spaceId, chunkSetId, [vector]);
      await stores.vectors.finishSet(space.spaceId, chunkSetId);
      expect(await stores.vectors.finishedSets(space, defaultChunking)).toEqual([]);
      expect(await stores.vectors.count(space, defaultChunking)).toEqual({ done: 0, total: 1 });
      expect(await stores.vectors.lackingSets(space, defaultChunking, 9)).toEqual([
        { chunkSetId: source.chunkSetId, fileId: source.fileId },
      ]);
    });

    it("clears no set that is whole", async () => {
      const { fileId } = await addSource(stores, projectId);
      expect(fileId).toBeTruthy();
      const source = await addProcessedSource(stores, projectId);
      const chunkSetId = await added(source, exampleChunks(2));
      await stores.chunks.clearUnfinishedSets(new Date(Date.now() + 60_000));
      expect(await stores.chunks.findSet(source.versionId, short)).toBe(chunkSetId);
      expect(await stores.chunks.findSet(source.versionId, defaultChunking)).toBe(source.chunkSetId);
    });
  });
};
