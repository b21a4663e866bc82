import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
import { newId } from "../../src/kernel/ids.ts";
import {
  addProcessedSource,
  addProject,
  addSource,
  beginVersion,
  collect,
  createdAt,
  exampleElements,
} from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const fileIdsOf = (sources: { fileId: string }[]): string[] => sources.map(({ fileId }) => fileId);

export const describeSourceStore = (name: string, open: OpenStores): void => {
  describe(`SourceStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const lease = () => ({ owner: "worker", until: new Date(stores.clock.now().getTime() + 1_000) });

    describe("tags", () => {
      const namesWith = async (...tags: string[]) => {
        const newestFirst = { by: "createdAt", descending: true } as const;
        const { total, sources } = await stores.sources.browse(projectId, { tags }, newestFirst, null);
        return [total, ...(await collect(sources)).map(({ fileName }) => fileName)];
      };

      it("find the sources that have any of them, each once, in order, and none for none", async () => {
        const first = await addSource(stores, projectId, { fileName: "first", tags: ["paid", "invoices"] });
        await addSource(stores, projectId, { fileName: "untagged" });
        const last = await addSource(stores, projectId, {
          fileName: "last",
          tags: ["invoices", "offen & \\ %"],
        });
        const find = (...tags: string[]) => stores.sources.findByTags(projectId, tags);
        expect(await find("invoices", "paid")).toEqual([first.fileId, last.fileId]);
        expect(await find("offen & \\ %")).toEqual([last.fileId]);
        expect(await find("Paid")).toEqual([]);
        expect(await find()).toEqual([]);
        expect(await namesWith("invoices")).toEqual([2, "last", "first"]);
        expect(await namesWith()).toEqual([0]);
        expect(await stores.sources.list(projectId, [first.fileId])).toMatchObject([
          { tags: ["paid", "invoices"] },
        ]);
        expect(await stores.sources.usesOf(projectId, first.source.contentHash)).toMatchObject([
          { tags: ["paid", "invoices"] },
          { tags: [] },
          { tags: ["invoices", "offen & \\ %"] },
        ]);
      });

      it("are replaced as a whole, and go with their source", async () => {
        const { fileId } = await addSource(stores, projectId, { fileName: "one", tags: ["open"] });
        expect(await stores.sources.retag(projectId, fileId, ["paid", "2026"])).toBe(true);
        expect(await stores.sources.find(projectId, fileId)).toMatchObject({ tags: ["paid", "2026"] });
        expect(await namesWith("open")).toEqual([0]);
        expect(await namesWith("paid")).toEqual([1, "one"]);
        await stores.sources.remove(projectId, fileId);
        expect(await stores.sources.findByTags(projectId, ["paid"])).toEqual([]);
        expect(await stores.sources.retag(projectId, fileId, ["paid"])).toBe(false);
        expect(await stores.sources.findByTags(projectId, ["paid"])).toEqual([]);
      });

      it("are those of one project: another neither finds nor changes them", async () => {
        const other = await addProject(stores);
        const { fileId } = await addSource(stores, other.projectId, { tags: ["theirs"] });
        expect(await stores.sources.findByTags(projectId, ["theirs"])).toEqual([]);
        expect(await namesWith("theirs")).toEqual([0]);
        expect(await stores.sources.retag(projectId, fileId, ["ours"])).toBe(false);
        expect(await stores.sources.findByTags(other.projectId, ["theirs"])).toEqual([fileId]);
      });
    });

    describe("the uses of bytes", () => {
      const contentHash = "ef".repeat(32);

      it("are the sources of the project, in order, each with the method of its latest build", async () => {
        const other = await addProject(stores);
        const first = await addSource(stores, projectId, { contentHash, fileName: "first.pdf" });
        const second = await addSource(stores, projectId, { contentHash, fileName: "second.pdf" });
        await addSource(stores, projectId);
        await addSource(stores, other.projectId, { contentHash });
        const { fileId } = first;
        await stores.builds.add({
          buildId: newId(),
          projectId,
          fileId,
          method: "accurate",
          lane: "quick",
          task: "again",
        });
        expect(await stores.sources.usesOf(projectId, contentHash)).toEqual([
          { ...first.source, method: "accurate" },
          { ...second.source, method: "fast" },
        ]);
        expect(await stores.sources.usesOf(newId(), contentHash)).toEqual([]);
      });

      it("leave the bytes listed for removal when the last source goes, until they are removed", async () => {
        const other = await addProject(stores);
        const first = await addSource(stores, projectId, { contentHash });
        const second = await addSource(stores, projectId, { contentHash });
        await addSource(stores, other.projectId, { contentHash });
        const besides = { besides: second.fileId };
        expect(await stores.sources.usesContent(projectId, contentHash, besides)).toBe(true);
        await stores.sources.remove(projectId, first.fileId);
        expect(await stores.sources.usesContent(projectId, contentHash)).toBe(true);
        expect(await stores.sources.usesContent(projectId, contentHash, besides)).toBe(false);
        expect(await stores.sources.contentsToRemove()).toEqual([]);
        await stores.sources.remove(projectId, second.fileId);
        expect(await stores.sources.contentsToRemove()).toEqual([{ projectId, contentHash }]);
        await stores.sources.contentRemoved(projectId, contentHash);
        await stores.sources.contentRemoved(projectId, contentHash);
        expect(await stores.sources.contentsToRemove()).toEqual([]);
      });

      it("are listed once when the same bytes come and go again before they were removed", async () => {
        for (const _ of [1, 2]) {
          const { fileId } = await addSource(stores, projectId, { contentHash });
          await stores.sources.remove(projectId, fileId);
        }
        expect(await stores.sources.contentsToRemove()).toEqual([{ projectId, contentHash }]);
      });
    });

    describe("removing", () => {
      const expectNothingLeft = async (removed: Awaited<ReturnType<typeof addProcessedSource>>) => {
        const { fileId, buildId, versionId, chunkSetId } = removed;
        const elementIds = removed.elements.map(({ elementId }) => elementId);
        const chunkIds = removed.chunks.map(({ chunkId }) => chunkId);
        expect(await stores.sources.find(projectId, fileId)).toBeNull();
        expect(await stores.builds.find(projectId, buildId)).toBeNull();
        expect(await stores.elements.active(fileId)).toBeNull();
        const references = elementIds.map((elementId) => ({ versionId, elementId }));
        expect(await stores.elements.located(references)).toEqual([]);
        await expect(stores.elements.list(versionId, {})).rejects.toThrow("removed");
        expect(await stores.chunks.findActive(projectId, chunkIds)).toEqual([]);
        expect(await collect(stores.chunks.listSet(chunkSetId, 100))).toEqual([]);
        expect(
          (await stores.chunks.activeSets(projectId, defaultChunking)).map((set) => set.fileId),
        ).not.toContain(fileId);
      };

      it("leaves nothing of the source, and everything of the others", async () => {
        const removed = await addProcessedSource(stores, projectId, { elements: 450, chunks: 250 });
        const kept = await addProcessedSource(stores, projectId, { elements: 5 });
        expect(await stores.sources.remove(projectId, removed.fileId)).toBe(true);
        await expectNothingLeft(removed);
        expect(await stores.elements.inactiveVersions()).toEqual([]);
        expect((await stores.elements.list(kept.versionId, {})).items).toEqual(kept.elements);
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual([kept.fileId]);
        expect(await stores.sources.remove(projectId, removed.fileId)).toBe(false);
      });

      it("hides the source at once, while its rows are still being deleted", async () => {
        const removed = await addProcessedSource(stores, projectId, { elements: 2_000, chunks: 500 });
        const removal = stores.sources.remove(projectId, removed.fileId);
        while (await stores.sources.find(projectId, removed.fileId)) await new Promise(setImmediate);
        await expectNothingLeft(removed);
        await removal;
      });

      it("removes many that are asked for at once, large and small, and one that does not exist", async () => {
        const [first, large, second] = [
          await addProcessedSource(stores, projectId, { elements: 3, chunks: 2 }),
          await addProcessedSource(stores, projectId, { elements: 130, chunks: 120 }),
          await addProcessedSource(stores, projectId),
        ];
        const kept = await addProcessedSource(stores, projectId);
        const asked = [first.fileId, newId(), large.fileId, second.fileId, first.fileId];
        const answers = await Promise.all(asked.map((fileId) => stores.sources.remove(projectId, fileId)));
        expect(answers.slice(1, 4)).toEqual([false, true, true]);
        expect([answers[0], answers[4]].sort()).toEqual([false, true]);
        for (const removed of [first, large, second]) await expectNothingLeft(removed);
        expect(await stores.elements.inactiveVersions()).toEqual([]);
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual([kept.fileId]);
        expect((await stores.elements.list(kept.versionId, {})).items).toEqual(kept.elements);
      });

      it("returns true to one of two callers who remove the same source at once", async () => {
        const { fileId } = await addProcessedSource(stores, projectId, { elements: 300 });
        const again = await stores.connectAgain();
        const answers = await Promise.all([
          stores.sources.remove(projectId, fileId),
          again.sources.remove(projectId, fileId),
        ]);
        expect(answers.sort()).toEqual([false, true]);
      });

      it("removes sources while they are built, reprocessed and asked about", async () => {
        const again = await stores.connectAgain();
        const sources: { fileId: string }[] = [];
        for (let index = 0; index < 6; index += 1) sources.push(await addProcessedSource(stores, projectId));
        const refused = (error: Error) => expect(error.message).toContain("removed");
        const rebuild = async (from: StoresUnderTest | typeof again, fileId: string) => {
          const versionId = await beginVersion(from, fileId);
          await from.elements.addElements(versionId, exampleElements(150));
          await from.elements.activate(fileId, versionId);
        };
        const askedAt = createdAt;
        const turn = { question: "q", resolvedQuestion: "q", answer: "a", askedAt };
        await Promise.all(
          sources.flatMap(({ fileId }, index) => [
            rebuild(index % 2 ? stores : again, fileId).catch(refused),
            stores.builds.add({
              buildId: newId(),
              projectId,
              fileId,
              method: "fast",
              lane: "quick",
              task: "again",
            }),
            again.conversations.append(projectId, "shared", { ...turn, fileIds: fileIdsOf(sources) }),
            stores.builds.claim(lease(), stores.clock.now(), "quick"),
            again.sources.remove(projectId, fileId),
          ]),
        );
        await stores.sources.clearLeftovers();
        expect(await stores.sources.list(projectId)).toEqual([]);
        expect(await stores.elements.inactiveVersions()).toEqual([]);
        expect(await stores.conversations.turns(projectId, "shared", 50)).toEqual([]);
        expect(await stores.builds.counts()).toEqual({ pending: 0, processing: 0 });
      });

      it("stops a build that is still writing, and leaves nothing of what it wrote", async () => {
        const { fileId } = await addSource(stores, projectId);
        const versionId = await beginVersion(stores, fileId);
        const writeOn = async () => {
          for (let position = 0; ; position += 150) {
            await stores.elements.addElements(versionId, exampleElements(150, position));
          }
        };
        const stopped = expect(writeOn()).rejects.toThrow("takes no more elements");
        await new Promise(setImmediate);
        await stores.sources.remove(projectId, fileId);
        await stopped;
        await expect(stores.elements.list(versionId, {})).rejects.toThrow("removed");
        await expect(beginVersion(stores, fileId)).rejects.toThrow("removed");
        await expect(stores.elements.activate(fileId, versionId)).rejects.toThrow("removed");
        expect(await stores.elements.inactiveVersions()).toEqual([]);
      });

      it("has nothing to clean up when nothing was interrupted", async () => {
        const kept = await addProcessedSource(stores, projectId);
        const beside = await beginVersion(stores, kept.fileId);
        await stores.sources.clearLeftovers();
        expect((await stores.elements.list(kept.versionId, {})).items).toEqual(kept.elements);
        expect((await stores.elements.inactiveVersions()).map((version) => version.versionId)).toEqual([
          beside,
        ]);
      });
    });
  });
};
