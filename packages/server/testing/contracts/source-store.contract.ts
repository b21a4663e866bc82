import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { SourceOverview } from "../../src/sources/source.ts";
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
    let projectName: string;
    beforeEach(async () => {
      stores = await open();
      ({ projectId, name: projectName } = await addProject(stores));
    });
    afterEach(() => stores.close());

    const onlyOverview = async (): Promise<SourceOverview> => {
      const [overview, ...others] = await stores.sources.list(projectId);
      expect(others).toEqual([]);
      if (!overview) throw new Error("There is no source");
      return overview;
    };
    const lease = () => ({ owner: "worker", until: new Date(stores.clock.now().getTime() + 1_000) });

    describe("listing", () => {
      it("shows a new source with its waiting build", async () => {
        const { source, buildId } = await addSource(stores, projectId);
        expect(await onlyOverview()).toEqual({
          ...source,
          projectName,
          updatedAt: stores.clock.now(),
          latestBuild: { buildId, status: "Pending", method: "fast", error: null },
          totalPages: null,
        });
      });

      it("follows the latest build, and the pages of the version that answers", async () => {
        const { fileId, buildId } = await addProcessedSource(stores, projectId);
        await stores.builds.claim(lease(), stores.clock.now());
        const outcome = { totalPartitions: 3, totalPages: 3, failedPages: [], message: null };
        await stores.builds.complete(buildId, "worker", outcome);
        expect(await onlyOverview()).toMatchObject({ latestBuild: { status: "Completed" }, totalPages: 3 });

        stores.clock.advance(5_000);
        const second = newId();
        await stores.builds.add({ buildId: second, projectId, fileId, method: "accurate" });
        await stores.builds.claim(lease(), stores.clock.now());
        await stores.builds.fail(second, "worker", "The file is encrypted");
        expect(await onlyOverview()).toMatchObject({
          latestBuild: {
            buildId: second,
            status: "Processing failed",
            method: "accurate",
            error: "The file is encrypted",
          },
          totalPages: 3,
          updatedAt: stores.clock.now(),
        });
      });

      it("keeps the order in which sources came, whatever their ids, times and names", async () => {
        const added: string[] = [];
        for (let index = 0; index < 30; index += 1) {
          const { fileId } = await addSource(stores, projectId, {
            fileName: `${newId()}.pdf`,
            createdAt: new Date(createdAt.getTime() - index),
          });
          added.push(fileId);
        }
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual(added);
        expect(fileIdsOf(await stores.sources.list(projectId, [...added].sort()))).toEqual(added);
        await stores.sources.remove(projectId, added[7] as string);
        const { fileId: last } = await addSource(stores, projectId);
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual([...added.toSpliced(7, 1), last]);
      });

      it("lists only those asked for: unknown ids and repeats are left out, none for none", async () => {
        const first = await addSource(stores, projectId);
        const second = await addSource(stores, projectId);
        await addSource(stores, projectId);
        const asked = [second.fileId, newId(), first.fileId, second.fileId];
        expect(fileIdsOf(await stores.sources.list(projectId, asked))).toEqual([first.fileId, second.fileId]);
        expect(await stores.sources.list(projectId, [])).toEqual([]);
      });

      it("takes 12,000 ids at once", async () => {
        const first = await addSource(stores, projectId);
        const second = await addSource(stores, projectId);
        const unknown = Array.from({ length: 11_998 }, newId);
        const found = await stores.sources.list(projectId, [second.fileId, ...unknown, first.fileId]);
        expect(fileIdsOf(found)).toEqual([first.fileId, second.fileId]);
      });

      it("lists more than a slice, also after gaps", async () => {
        const added: string[] = [];
        for (let index = 0; index < 1_300; index += 1)
          added.push((await addSource(stores, projectId)).fileId);
        const removed = new Set([...added.slice(200, 800), added[1_299]]);
        for (const fileId of removed) await stores.sources.remove(projectId, fileId as string);
        const remaining = added.filter((fileId) => !removed.has(fileId));
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual(remaining);
      });
    });

    describe("finding", () => {
      it("finds every source that bears a name, in order, exactly as spelt", async () => {
        const first = await addSource(stores, projectId, { fileName: "Bericht.pdf" });
        await addSource(stores, projectId, { fileName: "bericht.pdf" });
        const second = await addSource(stores, projectId, { fileName: "Bericht.pdf" });
        expect(await stores.sources.findByName(projectId, "Bericht.pdf")).toEqual([
          first.source,
          second.source,
        ]);
        expect(await stores.sources.findByName(projectId, "Bericht")).toEqual([]);
        expect(await stores.sources.findByName(projectId, "%")).toEqual([]);
      });

      it("keeps a size beyond 32 bits as the number it is", async () => {
        const { source } = await addSource(stores, projectId, { fileSize: 5_000_000_000 });
        expect(await stores.sources.find(projectId, source.fileId)).toEqual(source);
        expect((await onlyOverview()).fileSize).toBe(5_000_000_000);
      });

      it("finds a source by a name that holds a NUL character, and none by one that nobody has", async () => {
        const { fileId } = await addSource(stores, projectId, { fileName: "a\u0000b.pdf" });
        expect(fileIdsOf(await stores.sources.findByName(projectId, "a\u0000b.pdf"))).toEqual([fileId]);
        expect(await stores.sources.findByName(projectId, "ab.pdf")).toEqual([]);
        expect(await stores.sources.list(projectId, ["\u0000"])).toEqual([]);
      });

      it("lists every source once, in the same order each time, when many are added at once", async () => {
        const again = await stores.connectAgain();
        const added = await Promise.all(
          Array.from({ length: 24 }, (_, index) => addSource(index % 2 ? stores : again, projectId)),
        );
        const listed = fileIdsOf(await stores.sources.list(projectId));
        expect([...listed].sort()).toEqual(fileIdsOf(added).sort());
        expect(fileIdsOf(await again.sources.list(projectId))).toEqual(listed);
        const { fileId } = await addSource(again, projectId);
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual([...listed, fileId]);
      });

      it("finds sources by fragments of their names in any case, some of them, in order", async () => {
        const added = [];
        for (const fileName of ["Coolblue1.pdf", "100%_sure.pdf", "notes.md", "coolblue2.pdf"])
          added.push((await addSource(stores, projectId, { fileName })).fileId);
        const [first, , notes, last] = added;
        const like = (fragments: string[], limit = 10) =>
          stores.sources.namesLike(projectId, fragments, limit);
        expect(await like(["OOLBL", "absent"])).toEqual([
          { fileId: first, fileName: "Coolblue1.pdf" },
          { fileId: last, fileName: "coolblue2.pdf" },
        ]);
        expect(fileIdsOf(await like(["note", "cool"]))).toEqual([first, notes, last]);
        expect(await like(["cool"], 1)).toHaveLength(1);
        expect(await like(["absent"])).toEqual([]);
        expect(await like([])).toEqual([]);
        const other = await addProject(stores);
        expect(await stores.sources.namesLike(other.projectId, ["cool"], 10)).toEqual([]);
      });

      it("finds names in any case of any alphabet", async () => {
        const added = [];
        for (const fileName of ["Übersicht.pdf", "ОТЧЁТ.pdf", "notes.md"])
          added.push((await addSource(stores, projectId, { fileName })).fileId);
        const [german, russian] = added;
        const like = async (fragment: string) =>
          fileIdsOf(await stores.sources.namesLike(projectId, [fragment], 10));
        expect(await like("übersi")).toEqual([german]);
        expect(await like("ÜBERSI")).toEqual([german]);
        expect(await like("отчё")).toEqual([russian]);
      });

      it("shows nothing of another project, and removes nothing of it", async () => {
        const other = await addProject(stores);
        const { fileId, source } = await addSource(stores, other.projectId);
        expect(await stores.sources.find(projectId, fileId)).toBeNull();
        expect(await stores.sources.list(projectId)).toEqual([]);
        expect(await stores.sources.list(projectId, [fileId])).toEqual([]);
        expect(await stores.sources.findByName(projectId, source.fileName)).toEqual([]);
        expect(await stores.sources.usesContent(projectId, source.contentHash)).toBe(false);
        expect(await stores.sources.remove(projectId, fileId)).toBe(false);
        expect(await stores.sources.find(other.projectId, fileId)).toEqual(source);
      });

      it("tells which bytes are in use until the last source with them goes", async () => {
        const other = await addProject(stores);
        const contentHash = "cd".repeat(32);
        const first = await addSource(stores, projectId, { contentHash });
        const second = await addSource(stores, projectId, { contentHash });
        await addSource(stores, other.projectId, { contentHash });
        expect(await stores.sources.contentsInUse()).toHaveLength(2);
        await stores.sources.remove(projectId, first.fileId);
        expect(await stores.sources.usesContent(projectId, contentHash)).toBe(true);
        await stores.sources.remove(projectId, second.fileId);
        expect(await stores.sources.usesContent(projectId, contentHash)).toBe(false);
        expect(await stores.sources.contentsInUse()).toEqual([{ projectId: other.projectId, contentHash }]);
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
        expect(await stores.elements.byIds(versionId, elementIds)).toEqual([]);
        expect(await stores.elements.sectionNumbers(versionId, elementIds)).toEqual(new Map());
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

      it("shows nothing of the source from the first moment on, while its rows are still being cleared", async () => {
        const removed = await addProcessedSource(stores, projectId, { elements: 2_000, chunks: 500 });
        const removal = stores.sources.remove(projectId, removed.fileId);
        while (await stores.sources.find(projectId, removed.fileId)) await new Promise(setImmediate);
        await expectNothingLeft(removed);
        await removal;
      });

      it("answers true to one of two who remove the same source at once", async () => {
        const { fileId } = await addProcessedSource(stores, projectId, { elements: 300 });
        const again = await stores.connectAgain();
        const answers = await Promise.all([
          stores.sources.remove(projectId, fileId),
          again.sources.remove(projectId, fileId),
        ]);
        expect(answers.sort()).toEqual([false, true]);
      });

      it("gets on with removing while the same sources are being built, reprocessed and asked about", async () => {
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
            stores.builds.add({ buildId: newId(), projectId, fileId, method: "fast" }),
            again.conversations.append(projectId, "shared", { ...turn, fileIds: fileIdsOf(sources) }),
            stores.builds.claim(lease(), stores.clock.now()),
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

      it("has nothing to clear up where nothing was cut short", async () => {
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
