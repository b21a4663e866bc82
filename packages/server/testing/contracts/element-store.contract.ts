import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Element } from "../../src/elements/element.ts";
import { VersionRemovedError } from "../../src/elements/element-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Source } from "../../src/sources/source.ts";
import {
  addProcessedSource,
  addProject,
  addSource,
  beginVersion,
  collect,
  exampleElements,
} from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeElementStore = (name: string, open: OpenStores): void => {
  describe(`ElementStore: ${name}`, () => {
    let stores: StoresUnderTest;
    let projectId: string;
    beforeAll(async () => {
      stores = await open();
      ({ projectId } = await addProject(stores));
    });
    afterAll(() => stores.close());

    /** A version of its own source, with these elements. */
    const stored = async (elements: Element[], batchSize = elements.length || 1): Promise<string> => {
      const { fileId } = await addSource(stores, projectId);
      const versionId = await beginVersion(stores, fileId);
      for (let start = 0; start < elements.length; start += batchSize) {
        await stores.elements.addElements(versionId, elements.slice(start, start + batchSize));
      }
      return versionId;
    };
    const idsOf = (elements: Element[]): string[] => elements.map(({ elementId }) => elementId);
    const referencesTo = (versionId: string, elementIds: string[]) =>
      elementIds.map((elementId) => ({ versionId, elementId }));
    /** The elements found in one version, in document order. */
    const located = async (versionId: string, elementIds: string[]): Promise<Element[]> =>
      (await stores.elements.located(referencesTo(versionId, elementIds)))
        .map(({ element }) => element)
        .sort((one, other) => one.position - other.position);

    it("keeps where words stand apart: read for one element, carried by a stream, in no list", async () => {
      const [first, second] = exampleElements(2) as [Element, Element];
      const wordBoxes = Uint8Array.from([1, 144, 1, 0, 255]);
      const versionId = await stored([{ ...first, wordBoxes }, second]);
      const boxesOf = ({ elementId }: Element) => stores.elements.wordBoxes({ versionId, elementId });
      expect(await boxesOf(first)).toEqual(wordBoxes);
      expect(await boxesOf(second)).toBeNull();
      const [streamed] = (await collect(stores.elements.stream(versionId))).flat();
      expect(streamed?.wordBoxes).toEqual(wordBoxes);
      const { items } = await stores.elements.list(versionId, {});
      expect(items.map((element) => "wordBoxes" in element)).toEqual([false, false]);
      const withBoxes = await stores.elements.list(versionId, { withWordBoxes: true });
      expect(withBoxes.items.map((element) => element.wordBoxes)).toEqual([wordBoxes, undefined]);
      await stores.elements.removeVersion(versionId);
      expect(await boxesOf(first)).toBeNull();
    });

    describe("the same document", () => {
      let ownProject: string;
      beforeEach(async () => {
        ownProject = (await addProject(stores)).projectId;
      });
      const identity = (source: Source) => ({ ...source, method: "fast" as const, reader: "r1" });
      const read = async (
        changes: Partial<Source> & { reader?: string; failedPages?: number[] } = {},
        project = ownProject,
      ) => {
        const { reader = "r1", failedPages = [], ...facts } = changes;
        const { source, fileId } = await addSource(stores, project, facts);
        const versionId = newId();
        await stores.elements.beginVersion({ versionId, fileId, method: "fast", reader });
        await stores.elements.addElements(versionId, exampleElements(3));
        await stores.elements.setPages(versionId, { totalPages: 3, failedPages, message: "as it is" });
        await stores.elements.activate(fileId, versionId);
        return { source, fileId, versionId };
      };

      it("is found by bytes, type, method and reader; that of the oldest source", async () => {
        const first = await read();
        await read();
        const { source } = await addSource(stores, ownProject);
        expect(await stores.elements.findSame(identity(source))).toEqual({
          versionId: first.versionId,
          fileId: first.fileId,
          method: "fast",
          totalPages: 3,
          failedPages: [],
          message: "as it is",
          elementCount: 3,
        });
        const other = {
          contentHash: "cd".repeat(32),
          fileType: "txt",
          method: "auto" as const,
          reader: "r2",
          fileName: "another name.pdf",
        };
        for (const [key, value] of Object.entries(other)) {
          expect(await stores.elements.findSame({ ...identity(source), [key]: value })).toBeNull();
        }
      });

      it("is never the source itself, one of another project, one with failed pages, or one not read to its end", async () => {
        const other = await addProject(stores);
        await read({}, other.projectId);
        await read({ failedPages: [2] });
        const { fileId } = await addSource(stores, ownProject);
        await stores.elements.beginVersion({ versionId: newId(), fileId, method: "fast", reader: "r1" });
        const { source } = await read();
        expect(await stores.elements.findSame(identity(source))).toBeNull();
      });

      it("is none for versions that say of no reader", async () => {
        const { fileId } = await addSource(stores, ownProject);
        await stores.elements.activate(fileId, await beginVersion(stores, fileId));
        const { source } = await addSource(stores, ownProject);
        expect(await stores.elements.findSame(identity(source))).toBeNull();
      });

      it("is named by the copy until it is deleted", async () => {
        const original = await read();
        const { fileId } = await addSource(stores, ownProject);
        const versionId = newId();
        const { fileId: duplicateOf } = original;
        await stores.elements.beginVersion({ versionId, fileId, method: "fast", reader: "r1", duplicateOf });
        await stores.elements.activate(fileId, versionId);
        const told = async () => (await stores.sources.list(ownProject, [fileId]))[0]?.duplicateOf;
        expect(await told()).toBe(duplicateOf);
        await stores.sources.remove(ownProject, duplicateOf);
        expect(await told()).toBeNull();
        expect((await stores.elements.active(fileId))?.versionId).toBe(versionId);
      });
    });

    describe("all elements as a stream", () => {
      it("come in order with their images, in slices that are small enough to hold", async () => {
        const pictures = exampleElements(6).map((element) => ({
          ...element,
          imageBase64: "A".repeat(400_000),
        }));
        const elements = [...pictures, ...exampleElements(450, 6)];
        const versionId = await stored(elements);
        const slices = await collect(stores.elements.stream(versionId));
        expect(slices.flat()).toEqual(elements);
        for (const slice of slices) {
          expect(slice.length).toBeLessThanOrEqual(200);
          expect(JSON.stringify(slice).length).toBeLessThan(1_100_000);
        }
      });

      it("says so when the version is removed meanwhile", async () => {
        const versionId = await stored(exampleElements(300));
        const stream = stores.elements.stream(versionId);
        await stream[Symbol.asyncIterator]().next();
        await stores.elements.removeVersion(versionId);
        await expect(collect(stream)).rejects.toThrow(VersionRemovedError);
      });
    });

    describe("versions", () => {
      it("shows a version only after it is activated, and returns the one it replaced", async () => {
        const { fileId } = await addSource(stores, projectId);
        const first = await beginVersion(stores, fileId);
        await stores.elements.addElements(first, exampleElements(3));
        expect(await stores.elements.active(fileId)).toBeNull();
        expect(await stores.elements.activate(fileId, first)).toBeNull();
        expect(await stores.elements.active(fileId)).toEqual({
          versionId: first,
          fileId,
          method: "fast",
          totalPages: 3,
          failedPages: [2],
          message: null,
        });
        const second = await beginVersion(stores, fileId);
        expect((await stores.elements.active(fileId))?.versionId).toBe(first);
        expect(await stores.elements.activate(fileId, second)).toBe(first);
        expect((await stores.elements.active(fileId))?.versionId).toBe(second);
        expect(await stores.elements.activate(fileId, second)).toBeNull();
      });

      it("takes the pages of a version until it is active or removed", async () => {
        const { fileId } = await addSource(stores, projectId);
        const [versionId, removed] = [await beginVersion(stores, fileId), await beginVersion(stores, fileId)];
        const pages = { totalPages: 600, failedPages: [], message: null };
        await stores.elements.setPages(versionId, pages);
        await stores.elements.activate(fileId, versionId);
        expect(await stores.elements.active(fileId)).toMatchObject(pages);
        await stores.elements.removeVersion(removed);
        for (const closed of [versionId, removed])
          await expect(stores.elements.setPages(closed, pages)).rejects.toThrow("takes no pages");
      });

      it("still reads a version that was replaced, until it is removed", async () => {
        const { fileId, versionId, elements } = await addProcessedSource(stores, projectId);
        const next = await beginVersion(stores, fileId);
        await stores.elements.activate(fileId, next);
        expect((await stores.elements.list(versionId, {})).items).toEqual(elements);
        await stores.elements.removeVersion(versionId);
        await expect(stores.elements.list(versionId, {})).rejects.toThrow(VersionRemovedError);
        expect((await stores.elements.active(fileId))?.versionId).toBe(next);
      });

      it("removes a version with all its content", async () => {
        const { versionId, elements, chunkSetId, chunks } = await addProcessedSource(stores, projectId, {
          elements: 430,
          chunks: 210,
        });
        await stores.elements.removeVersion(versionId);
        expect(await located(versionId, idsOf(elements))).toEqual([]);
        const chunkIds = chunks.map(({ chunkId }) => chunkId);
        expect(await stores.chunks.findActive(projectId, chunkIds)).toEqual([]);
        expect(await collect(stores.chunks.listSet(chunkSetId, 50))).toEqual([]);
        await stores.elements.removeVersion(versionId);
        await stores.elements.removeVersion(newId());
      });

      it("lists the versions that are not active", async () => {
        const { fileId } = await addProcessedSource(stores, projectId);
        const left = await beginVersion(stores, fileId);
        expect(await stores.elements.inactiveVersions()).toContainEqual({
          versionId: left,
          fileId,
          projectId,
        });
        await stores.elements.activate(fileId, left);
        const inactive = await stores.elements.inactiveVersions();
        expect(inactive.map(({ versionId }) => versionId)).not.toContain(left);
      });

      it("does not activate or fill a version of another source, an unknown or a removed one", async () => {
        const { fileId, versionId } = await addProcessedSource(stores, projectId);
        const other = await addSource(stores, projectId);
        const foreign = await beginVersion(stores, other.fileId);
        await expect(stores.elements.activate(fileId, foreign)).rejects.toThrow(foreign);
        await expect(stores.elements.activate(fileId, newId())).rejects.toThrow();
        expect((await stores.elements.active(fileId))?.versionId).toBe(versionId);
        await expect(stores.elements.addElements(versionId, exampleElements(1))).rejects.toThrow(versionId);
        await expect(stores.elements.addElements(newId(), exampleElements(1))).rejects.toThrow();
        await stores.elements.removeVersion(foreign);
        await expect(stores.elements.addElements(foreign, exampleElements(1))).rejects.toThrow(foreign);
        await expect(stores.elements.activate(other.fileId, foreign)).rejects.toThrow(foreign);
      });

      it("keeps one version active when two are activated at once", async () => {
        const { fileId } = await addSource(stores, projectId);
        const versions = [await beginVersion(stores, fileId), await beginVersion(stores, fileId)];
        const again = await stores.connectAgain();
        const replaced = await Promise.all([
          stores.elements.activate(fileId, versions[0] as string),
          again.elements.activate(fileId, versions[1] as string),
        ]);
        const active = (await stores.elements.active(fileId))?.versionId;
        expect(replaced.filter((versionId) => versionId !== null)).toEqual(
          versions.filter((versionId) => versionId !== active),
        );
      });
    });
  });
};
