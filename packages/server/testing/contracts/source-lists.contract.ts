import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import type { SourceOverview } from "../../src/sources/source.ts";
import type { SourceFilter, SourceOrder } from "../../src/sources/source-list.ts";
import { addProcessedSource, addProject, addSource, collect, createdAt } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

const fileIdsOf = (sources: { fileId: string }[]): string[] => sources.map(({ fileId }) => fileId);

export const describeSourceLists = (name: string, open: OpenStores): void => {
  describe(`Lists of SourceStore: ${name}`, () => {
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
          failedPages: [],
          duplicateOf: null,
        });
      });

      it("follows the latest build, and the pages of the version that answers", async () => {
        const { fileId, buildId } = await addProcessedSource(stores, projectId);
        await stores.builds.claim(lease(), stores.clock.now(), "quick");
        const outcome = { totalPartitions: 3, totalPages: 3, failedPages: [], message: null };
        await stores.builds.complete(buildId, "worker", outcome);
        expect(await onlyOverview()).toMatchObject({
          latestBuild: { status: "Completed" },
          totalPages: 3,
          failedPages: [2],
        });

        stores.clock.advance(5_000);
        const second = newId();
        await stores.builds.add({
          buildId: second,
          projectId,
          fileId,
          method: "accurate",
          lane: "quick",
          task: "again",
        });
        await stores.builds.claim(lease(), stores.clock.now(), "quick");
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

      it("lists only the given ids, without unknown ids and repeats; none for none", async () => {
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

      it("lists more than one batch, also after gaps", async () => {
        const { fileId: first } = await addSource(stores, projectId);
        const added = [first, ...(await stores.addCopies(first, Array(639).fill("report.pdf")))];
        const removed = new Set([...added.slice(200, 300), added[639]]);
        for (const fileId of removed) await stores.sources.remove(projectId, fileId as string);
        const remaining = added.filter((fileId) => !removed.has(fileId));
        expect(fileIdsOf(await stores.sources.list(projectId))).toEqual(remaining);
      });
    });

    describe("the stamp of a list", () => {
      it("stays while nothing changes, and is another after any change", async () => {
        const seen = new Set<string>();
        const isNew = async () => {
          const stamp = await stores.sources.stamp(projectId);
          expect(await stores.sources.stamp(projectId)).toBe(stamp);
          const before = seen.size;
          return seen.add(stamp).size > before;
        };
        expect(await isNew()).toBe(true);
        const { fileId } = await addSource(stores, projectId);
        expect(await isNew()).toBe(true);
        await addSource(stores, projectId);
        expect(await isNew()).toBe(true);
        await stores.sources.retag(projectId, fileId, ["paid"]);
        expect(await isNew()).toBe(true);
        await stores.sources.retag(projectId, fileId, ["open"]);
        expect(await isNew()).toBe(true);
        stores.clock.advance(1_000);
        expect(await stores.builds.claim(lease(), stores.clock.now(), "quick")).not.toBeNull();
        expect(await isNew()).toBe(true);
        await stores.sources.remove(projectId, fileId);
        expect(await isNew()).toBe(true);
        expect(await isNew()).toBe(false);
      });

      it("says nothing of other projects", async () => {
        const before = await stores.sources.stamp(projectId);
        const other = await addProject(stores);
        await addSource(stores, other.projectId);
        expect(await stores.sources.stamp(projectId)).toBe(before);
      });
    });

    describe("browsing", () => {
      const newest = { by: "createdAt", descending: true } as const;
      const browse = async (
        filter: SourceFilter = {},
        order: SourceOrder = newest,
        page: { number: number; size: number } | null = null,
      ) => {
        const { total, sources } = await stores.sources.browse(projectId, filter, order, page);
        return { total, names: (await collect(sources)).map(({ fileName }) => fileName) };
      };
      const addNamed = async (...names: string[]) => {
        const added = [];
        for (const [index, fileName] of names.entries())
          added.push(await addSource(stores, projectId, { fileName, fileSize: 100 - index }));
        return added;
      };

      it("sorts newest first or oldest first, by name in any case, and by size", async () => {
        await addNamed("b.pdf", "A.pdf", "c.pdf");
        expect(await browse()).toEqual({ total: 3, names: ["c.pdf", "A.pdf", "b.pdf"] });
        const order = async (by: SourceOrder["by"], descending: boolean) =>
          (await browse({}, { by, descending })).names;
        expect(await order("createdAt", false)).toEqual(["b.pdf", "A.pdf", "c.pdf"]);
        expect(await order("fileName", false)).toEqual(["A.pdf", "b.pdf", "c.pdf"]);
        expect(await order("fileName", true)).toEqual(["c.pdf", "b.pdf", "A.pdf"]);
        expect(await order("fileSize", false)).toEqual(["c.pdf", "A.pdf", "b.pdf"]);
      });

      it("sorts by the latest change, and by arrival when that is the same", async () => {
        const [, second] = await addNamed("a", "b", "c");
        stores.clock.advance(1_000);
        const build = {
          buildId: newId(),
          projectId,
          fileId: second?.fileId ?? "",
          method: "fast" as const,
          lane: "quick" as const,
          task: "again" as const,
        };
        await stores.builds.add(build);
        expect((await browse({}, { by: "updatedAt", descending: true })).names).toEqual(["b", "c", "a"]);
      });

      it("filters by ids, by text in the name, and by the state of the latest build", async () => {
        const [first, second] = await addNamed("Über 100%.pdf", "über_uns.pdf", "other.pdf");
        const ids = [first?.fileId ?? "", newId()];
        expect(await browse({ fileIds: ids })).toEqual({ total: 1, names: ["Über 100%.pdf"] });
        expect(await browse({ fileIds: [] })).toEqual({ total: 0, names: [] });
        expect((await browse({ nameHolds: "ÜBER" })).names).toEqual(["über_uns.pdf", "Über 100%.pdf"]);
        expect((await browse({ nameHolds: "über".normalize("NFD") })).total).toBe(2);
        expect((await browse({ nameHolds: "%" })).names).toEqual(["Über 100%.pdf"]);
        expect((await browse({ nameHolds: "r_u" })).names).toEqual(["über_uns.pdf"]);
        expect((await browse({ nameHolds: "\\" })).total).toBe(0);

        await stores.builds.claim(lease(), stores.clock.now(), "quick");
        expect((await browse({ latestBuild: ["Processing"] })).names).toEqual(["Über 100%.pdf"]);
        expect((await browse({ latestBuild: ["Processing", "Pending"] })).total).toBe(3);
        expect((await browse({ latestBuild: [null] })).total).toBe(0);
        expect((await browse({ latestBuild: [] })).total).toBe(0);
        const both = { fileIds: [second?.fileId ?? ""], latestBuild: ["Pending" as const] };
        expect((await browse(both)).names).toEqual(["über_uns.pdf"]);
      });

      it("returns a page of the matches, with the total of all", async () => {
        await addNamed("a", "b", "c", "d", "e");
        const page = (number: number, order: SourceOrder = newest) => browse({}, order, { number, size: 2 });
        expect(await page(2)).toEqual({ total: 5, names: ["c", "b"] });
        expect(await page(3)).toEqual({ total: 5, names: ["a"] });
        expect(await page(4)).toEqual({ total: 5, names: [] });
        expect((await page(1, { by: "fileName", descending: false })).names).toEqual(["a", "b"]);
      });

      it("is never cut, in any order, and shows nothing of another project", async () => {
        const other = await addProject(stores);
        await addSource(stores, other.projectId, { fileName: "foreign.pdf" });
        const names = Array.from({ length: 1_100 }, (_, index) => `file ${String(index).padStart(4, "0")}`);
        const [fileName = "", ...others] = names;
        const { fileId } = await addSource(stores, projectId, { fileName });
        await stores.addCopies(fileId, others);
        expect((await browse()).names).toEqual(names.toReversed());
        const byName = await browse({}, { by: "fileName", descending: false });
        expect(byName).toEqual({ total: 1_100, names });
      });
    });

    describe("finding", () => {
      it("finds every source with a name, in order, with the exact spelling", async () => {
        const first = await addSource(stores, projectId, { fileName: "Bericht.pdf" });
        await addSource(stores, projectId, { fileName: "bericht.pdf" });
        const second = await addSource(stores, projectId, { fileName: "Bericht.pdf" });
        expect(await stores.sources.findByName(projectId, "Bericht.pdf")).toEqual([
          first.source,
          second.source,
        ]);
        expect(await stores.sources.findByName(projectId, "Bericht")).toEqual([]);
        const umlaut = await addSource(stores, projectId, { fileName: "Müller.pdf".normalize("NFC") });
        for (const form of ["NFC", "NFD"])
          expect(await stores.sources.findByName(projectId, "Müller.pdf".normalize(form))).toEqual([
            umlaut.source,
          ]);
        expect(await stores.sources.findByName(projectId, "%")).toEqual([]);
      });

      it("keeps a size beyond 32 bits as the number it is", async () => {
        const { source } = await addSource(stores, projectId, { fileSize: 5_000_000_000 });
        expect(await stores.sources.find(projectId, source.fileId)).toEqual(source);
        expect((await onlyOverview()).fileSize).toBe(5_000_000_000);
      });

      it("finds a source by a name with a NUL character, and none by an unused name", async () => {
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

      it("tells which bytes are in use until the last source with them is removed", async () => {
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

      it("are found by when a build of them was recorded", async () => {
        const before = new Date(Date.now() - 60_000);
        const later = new Date(Date.now() + 60_000);
        const contentHash = "cd".repeat(32);
        await addSource(stores, projectId, { contentHash });
        expect(await stores.sources.contentsBuiltSince(before)).toContainEqual({ projectId, contentHash });
        expect(await stores.sources.contentsBuiltSince(later)).toEqual([]);
      });

      it("have sidecars that were mended at the time that was set last", async () => {
        await stores.sources.setSidecarsMended(new Date("2026-01-02T03:04:05.006Z"));
        expect(await stores.sources.sidecarsMendedAt()).toEqual(new Date("2026-01-02T03:04:05.006Z"));
      });
    });
  });
};
