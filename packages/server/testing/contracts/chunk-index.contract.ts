import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import type { IndexedChunk, MendableIndex } from "../../src/retrieval/chunk-index.ts";
import { hashTerms } from "../../src/text/term-hash.ts";

/** The contract of every chunk index. `open` returns an empty one, `reopen` the same one after a restart. */
export function chunkIndexContract(
  name: string,
  setup: () => Promise<{
    index: MendableIndex;
    reopen: () => Promise<MendableIndex>;
    clear: () => Promise<void>;
  }>,
): void {
  describe(`${name} as a chunk index`, () => {
    let index: MendableIndex;
    let reopen: () => Promise<MendableIndex>;
    let clear: () => Promise<void>;
    const project = newId();

    beforeEach(async () => {
      ({ index, reopen, clear } = await setup());
    });
    afterEach(async () => {
      await index.close();
      await clear();
    });

    const chunk = (terms: string, more: Partial<IndexedChunk> = {}): IndexedChunk => ({
      chunkId: newId(),
      fileId: newId(),
      versionId: newId(),
      position: 0,
      termHashes: hashTerms(terms.split(" ").filter(Boolean)),
      ...more,
    });
    const idsFor = async (terms: string, more: { fileIds?: string[]; limit?: number } = {}) =>
      (await index.search(project, { terms: terms.split(" "), limit: 10, ...more })).map(
        (hit) => hit.chunkId,
      );

    it("finds nothing where nothing was added", async () => {
      expect(await index.search(newId(), { terms: ["wing"], limit: 10 })).toEqual([]);
      expect(await index.versions(newId())).toEqual(new Map());
      expect(await index.projects()).toEqual([]);
    });

    it("finds a chunk by any of its terms at once, with its place and content", async () => {
      const added = chunk("wing slipstream lift wing", { position: 7 });
      await index.add(project, [added, chunk("heat conduct slab")]);
      const [hit, ...others] = await index.search(project, { terms: ["lift", "nowhere"], limit: 10 });
      expect(others).toEqual([]);
      expect(hit).toMatchObject({ chunkId: added.chunkId, fileId: added.fileId, position: 7 });
      expect(hit?.termHashes).toEqual(added.termHashes);
      expect(hit?.score).toBeGreaterThan(0);
    });

    it("puts chunks with rarer and more of the terms first", async () => {
      const both = chunk("common rare");
      const one = chunk("common other");
      await index.add(project, [one, both, chunk("common thing"), chunk("more thing")]);
      const hits = await index.search(project, { terms: ["common", "rare"], limit: 2 });
      expect(hits[0]?.chunkId).toBe(both.chunkId);
      expect(hits).toHaveLength(2);
      expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 0);
    });

    it("answers what is asked at once each with its own hits and scores", async () => {
      const [wing, tail, both] = [chunk("wing filler"), chunk("tail filler"), chunk("wing tail filler")];
      await index.add(project, [wing, tail, both]);
      const queries = [["wing"], ["tail"], ["nowhere"], ["wing", "tail"]].map((terms) => ({
        terms,
        limit: 10,
      }));
      const alone = [];
      for (const query of queries) alone.push(await index.search(project, query));
      const asked = queries.map((query) => index.search(project, query));
      const elsewhere = index.search(newId(), { terms: ["wing"], limit: 10 });
      const ofFile = index.search(project, { terms: ["wing"], fileIds: [both.fileId], limit: 10 });
      expect(await Promise.all(asked)).toEqual(alone);
      expect(alone.map((hits) => hits.length)).toEqual([2, 2, 0, 3]);
      expect(await elsewhere).toEqual([]);
      expect((await ofFile).map(({ chunkId }) => chunkId)).toEqual([both.chunkId]);
    });

    it("counts a term by its weight", async () => {
      const [one, two] = [chunk("wing filler"), chunk("tail filler")];
      await index.add(project, [one, two]);
      for (const [weights, first] of [
        [[2, 1], one],
        [[1, 1.5], two],
      ] as const) {
        const query = { terms: ["wing", "tail"], weights: [...weights], limit: 10 };
        const hits = await index.search(project, query);
        expect(hits.map(({ chunkId }) => chunkId)[0]).toBe(first.chunkId);
        expect(hits).toHaveLength(2);
      }
    });

    it("finds only chunks with a term of each required list", async () => {
      const both = chunk("wing tail");
      await index.add(project, [both, chunk("wing wing"), chunk("tail nose"), chunk("wing tails")]);
      const required = [["wing", "wings"], ["tail"]];
      const hits = await index.search(project, { terms: ["wing", "nose"], required, limit: 10 });
      expect(hits.map(({ chunkId }) => chunkId)).toEqual([both.chunkId]);
    });

    it("sees rows of every later addition together with the earlier ones", async () => {
      const all: string[] = [];
      for (let round = 0; round < 5; round++) {
        const batch = [chunk(`shared round${round}`), chunk("shared again")];
        await index.add(project, batch);
        all.push(...batch.map((added) => added.chunkId));
        expect((await idsFor("shared", { limit: 100 })).sort()).toEqual([...all].sort());
      }
    });

    it("finds terms of any script, of numbers, and with apostrophes", async () => {
      const terms = ["漢字", "поиск", "αναζητηση", "بحث", "3.14", "d'or", "ü"];
      const chunks = terms.map((term) => chunk(`filler ${term}`));
      await index.add(project, chunks);
      for (const [at, term] of terms.entries()) expect(await idsFor(term)).toEqual([chunks[at]?.chunkId]);
    });

    it("takes terms as words, never as query or filter syntax", async () => {
      const added = chunk("plain text");
      await index.add(project, [added]);
      for (const term of [
        "*",
        "plain*",
        "text:plain",
        '"plain',
        "(",
        "') OR 1=1 --",
        "AND",
        "+plain",
        "\\",
      ]) {
        expect(await index.search(project, { terms: [term], limit: 10 })).toEqual([]);
      }
      expect(await idsFor("plain", { fileIds: ["') OR ('1'='1"] })).toEqual([]);
    });

    it("searches only the files asked for", async () => {
      const [one, two] = [chunk("shared"), chunk("shared")];
      await index.add(project, [one, two]);
      expect(await idsFor("shared", { fileIds: [two.fileId] })).toEqual([two.chunkId]);
      expect(await idsFor("shared", { fileIds: [newId()] })).toEqual([]);
      expect(await idsFor("shared", { fileIds: [] })).toEqual([]);
      const many = Array.from({ length: 9_999 }, newId);
      expect(await idsFor("shared", { fileIds: [...many, one.fileId] })).toEqual([one.chunkId]);
    });

    it("never finds a removed version or file again, and leaves the others", async () => {
      const fileId = newId();
      const [old, fresh, other] = [chunk("shared", { fileId }), chunk("shared", { fileId }), chunk("shared")];
      await index.add(project, [old, fresh, other]);
      await index.removeVersion(project, old.versionId);
      expect((await idsFor("shared")).sort()).toEqual([fresh.chunkId, other.chunkId].sort());
      await index.removeFile(project, fileId);
      expect(await idsFor("shared")).toEqual([other.chunkId]);
      await index.removeFile(newId(), fileId);
    });

    it("keeps projects apart, in what they find and in what they forget", async () => {
      const elsewhere = newId();
      const mine = chunk("shared");
      await index.add(project, [mine]);
      await index.add(elsewhere, [chunk("shared"), chunk("shared")]);
      expect(await idsFor("shared")).toEqual([mine.chunkId]);
      expect((await index.projects()).sort()).toEqual([project, elsewhere].sort());
      await index.removeProject(elsewhere);
      expect(await index.search(elsewhere, { terms: ["shared"], limit: 10 })).toEqual([]);
      expect(await index.projects()).toEqual([project]);
      expect(await idsFor("shared")).toEqual([mine.chunkId]);
    });

    it("counts the chunks of each version", async () => {
      const versionId = newId();
      const single = chunk("one");
      await index.add(project, [chunk("two", { versionId }), single]);
      await index.add(project, [chunk("three", { versionId }), chunk("", { versionId })]);
      expect(await index.versions(project)).toEqual(
        new Map([
          [versionId, 3],
          [single.versionId, 1],
        ]),
      );
    });

    it("holds what was added after a restart", async () => {
      const added = chunk("lasting");
      await index.add(project, [added]);
      await index.close();
      index = await reopen();
      expect(await idsFor("lasting")).toEqual([added.chunkId]);
      expect(await index.versions(project)).toEqual(new Map([[added.versionId, 1]]));
    });

    it("loses nothing when additions, removals and searches run side by side", async () => {
      const kept = Array.from({ length: 12 }, (_, at) => chunk(`shared kept${at}`));
      const gone = Array.from({ length: 12 }, () => chunk("shared"));
      await index.add(project, gone);
      const searches = Array.from({ length: 12 }, () =>
        index.search(project, { terms: ["shared"], limit: 100 }),
      );
      await Promise.all([
        ...kept.map((added) => index.add(project, [added])),
        ...gone.map((removed) => index.removeVersion(project, removed.versionId)),
        ...searches,
      ]);
      expect((await idsFor("shared", { limit: 100 })).sort()).toEqual(
        kept.map((added) => added.chunkId).sort(),
      );
    });

    it("removes many files and versions requested at once, each before its request resolves", async () => {
      const kept = chunk("shared");
      const gone = Array.from({ length: 1_500 }, () => chunk("shared"));
      await index.add(project, [...gone, kept]);
      await Promise.all(
        gone.map(async ({ fileId, versionId }, at) => {
          await (at % 2 ? index.removeFile(project, fileId) : index.removeVersion(project, versionId));
          if (at % 500 === 0) expect(await idsFor("shared", { fileIds: [fileId] })).toEqual([]);
        }),
      );
      expect(await index.versions(project)).toEqual(new Map([[kept.versionId, 1]]));
    });

    it("starts a project's index again when it is set aside, and leaves the others", async () => {
      const elsewhere = newId();
      await index.add(elsewhere, [chunk("shared")]);
      await index.add(project, [chunk("shared")]);
      await index.setAside(project);
      expect(await idsFor("shared")).toEqual([]);
      expect(await index.versions(project)).toEqual(new Map());
      const added = chunk("shared");
      await index.add(project, [added]);
      await index.setAside(newId());
      await index.discardSetAside();
      expect(await idsFor("shared")).toEqual([added.chunkId]);
      expect(await index.search(elsewhere, { terms: ["shared"], limit: 10 })).toHaveLength(1);
    });

    it("creates a project once when several writers add to it first", async () => {
      const chunks = Array.from({ length: 6 }, () => chunk("shared"));
      await Promise.all(chunks.map((added) => index.add(project, [added])));
      expect(await idsFor("shared")).toHaveLength(6);
    });

    it("refuses texts that are not ids", async () => {
      await expect(index.add(project, [chunk("word", { chunkId: "nonsense" })])).rejects.toThrow(
        "Not a UUID",
      );
      await expect(index.add("../elsewhere", [chunk("word")])).rejects.toThrow("Not a project id");
    });
  });
}
