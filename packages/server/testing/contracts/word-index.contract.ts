import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenWordIndex, openIndexedProject } from "../indexed-project.ts";

/** What is asked of the words' index over a database, by a reader of it, wherever it keeps its words. */
export const describeWordIndex = (name: string, openIndex?: OpenWordIndex): void => {
  describe(`the words' index: ${name}`, () => {
    let folder: string;
    let project: Awaited<ReturnType<typeof openIndexedProject>>;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "headwater-words-"));
      project = await openIndexedProject(join(folder, "headwater.sqlite"), {}, openIndex);
    });
    afterEach(async () => {
      await project.close();
      await rm(folder, { recursive: true });
    });

    it("finds a chunk by any of its terms as soon as it is active, with its place and terms", async () => {
      const { fileId, chunks } = await project.add(["heat conduct slab", "wing slipstream lift wing"]);
      await project.add(["nose cone"]);
      const [hit, ...others] = await project.search(["lift", "nowhere"]);
      expect(others).toEqual([]);
      expect(hit).toMatchObject({ chunkId: chunks[1]?.chunkId, fileId, position: 1 });
      expect(hit?.termHashes).toEqual(chunks[1]?.termHashes);
    });

    it("makes several searches at once, of the same files, and leaves the terms out of bare hits", async () => {
      const { fileId } = await project.add(["heat slab", "wing lift wing"]);
      await project.add(["wing cone"]);
      const queries = [
        { terms: ["wing"], limit: 5 },
        { terms: ["wing", "lift"], required: [["wing"], ["lift"]], limit: 5, isBare: true },
        { terms: ["nowhere"], limit: 5 },
      ];
      const all = await project.index.searchAll(project.projectId, { queries });
      expect(all[0]).toEqual(await project.search(["wing"], { limit: 5 }));
      const [whole] = await project.search(["wing", "lift"], { required: [["lift"]], limit: 5 });
      expect(all[1]).toEqual([{ ...whole, termHashes: new Uint32Array() }]);
      expect(all[2]).toEqual([]);
      const none = await project.index.searchAll(project.projectId, { queries: [{ terms: [], limit: 5 }] });
      expect(none).toEqual([[]]);
      const ofFile = await project.index.searchAll(project.projectId, { queries, fileIds: fileId });
      expect(ofFile.map((hits) => hits.length)).toEqual([1, 1, 0]);
    });

    it("finds the old version until the new one is active, then only that", async () => {
      const first = await project.add(["shared old"]);
      const next = await project.write(["shared new"], first.fileId);
      expect(await project.found(["shared"])).toEqual([first.chunks[0]?.chunkId]);
      await next.activate();
      expect(await project.found(["shared"])).toEqual([next.chunks[0]?.chunkId]);
      await project.stores.elements.removeVersion(first.versionId);
      expect(await project.found(["shared"])).toEqual([next.chunks[0]?.chunkId]);
    });

    it("never finds a removed source again, not from a segment either, nor after a restart", async () => {
      const gone = await project.add(["shared"]);
      const kept = await project.add(["shared"]);
      await project.index.clear();
      await project.seal();
      await project.stores.sources.remove(project.projectId, gone.fileId);
      expect(await project.found(["shared"])).toEqual([kept.chunks[0]?.chunkId]);
      project.restart();
      expect(await project.found(["shared"])).toEqual([kept.chunks[0]?.chunkId]);
    });

    it("takes a term for what it is, and counts it by its weight", async () => {
      const wing = await project.add(["wing filler"]);
      const tail = await project.add(["tail filler"]);
      const first = async (weights: number[]) =>
        (await project.search(["wing", "tail"], { weights }))[0]?.chunkId;
      expect(await first([2, 1])).toBe(wing.chunks[0]?.chunkId);
      expect(await first([1, 1.5])).toBe(tail.chunks[0]?.chunkId);
      for (const term of ["*", "wing*", "') OR 1=1 --"]) expect(await project.search([term])).toEqual([]);
    });

    it("takes thousands of terms, as of spellings of a word, and adds up what a chunk has of them", async () => {
      const { chunks } = await project.add(["wing tail", "wing filler", "tail filler"]);
      const others = Array.from({ length: 3_000 }, (_, at) => `absent${at}`);
      const hits = await project.search(["wing", ...others, "tail"]);
      const few = await project.search(["wing", "tail"]);
      expect(hits[0]?.chunkId).toBe(chunks[0]?.chunkId);
      expect(hits).toHaveLength(3);
      expect(hits[0]?.score).toBeCloseTo(few[0]?.score ?? 0, 5);
    });

    it("finds only chunks with a term of each required list", async () => {
      const { chunks } = await project.add(["wing tail", "wing wing", "tail nose", "wing tails"]);
      const required = [["wing", "wings"], ["tail"]];
      const hits = await project.search(["wing", "nose"], { required });
      expect(hits.map(({ chunkId }) => chunkId)).toEqual([chunks[0]?.chunkId]);
    });

    it("searches only the files asked for, with the scores of the whole project", async () => {
      await project.add(["shared", "shared other"]);
      const { fileId, chunks } = await project.add(["shared other words"]);
      const all = await project.search(["shared"]);
      const hits = await project.search(["shared"], { fileIds: `x,${fileId},') OR ('1'='1` });
      expect(hits).toEqual(all.filter((hit) => hit.chunkId === chunks[0]?.chunkId));
      expect(await project.search(["shared"], { fileIds: "nobody" })).toEqual([]);
    });

    it("indexes chunks that were stored without their terms, once these are cut", async () => {
      const { chunks } = await project.add(["shared"], { withoutTerms: true });
      expect(await project.found(["shared"])).toEqual([]);
      await project.indexUnindexed();
      expect(await project.found(["shared"])).toEqual([chunks[0]?.chunkId]);
    });

    it("brings back what it lacks and drops what it should not have, when it is compared with the database", async () => {
      const lost = await project.add(["shared lost"]);
      const kept = await project.add(["shared kept"]);
      expect(await project.found(["shared"])).toHaveLength(2);
      project.rewrite((sqlite) => {
        sqlite.prepare("update versions set status = 'inactive' where version_id = ?").run(lost.versionId);
      });
      expect(await project.index.compare(project.projectId)).toEqual({ missing: 0, leftOver: 1 });
      expect(await project.found(["shared"])).toEqual([kept.chunks[0]?.chunkId]);
      project.rewrite((sqlite) => {
        sqlite.prepare("update versions set status = 'active' where version_id = ?").run(lost.versionId);
      });
      expect(await project.index.compare(project.projectId)).toEqual({ missing: 1, leftOver: 0 });
      await project.indexUnindexed();
      expect(await project.found(["lost"])).toEqual([lost.chunks[0]?.chunkId]);
      expect(await project.index.compare(project.projectId)).toEqual({ missing: 0, leftOver: 0 });
    });
  });
};
