import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Element, ElementFilter } from "../../src/elements/element.ts";
import { VersionRemovedError } from "../../src/elements/element-store.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Page } from "../../src/kernel/page.ts";
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

    describe("elements", () => {
      it("returns every field as it was added, and no others", async () => {
        const full: Element = {
          elementId: newId(),
          position: 0,
          type: "Table",
          text: "a\u0000b \ud83d \ud83d\ude00 ﷽",
          markdown: "| a | b |",
          html: "<table><tr><td>a</td></tr></table>",
          imageBase64: "iVBORw0KGgo=",
          pageNumber: 12,
          boundingBox: { left: 1.25, top: 2.5, width: 100.125, height: 0.1 + 0.2 },
          pageLayout: { width: 612, height: 792 },
          level: 2,
          metadata: { languages: ["de"], nested: { __proto__x: null }, zero: 0 },
        };
        const bare: Element = { elementId: newId(), position: 1, type: "ListItem", text: "", pageNumber: 1 };
        const versionId = await stored([full, bare]);
        expect(await stores.elements.list(versionId, {})).toStrictEqual({ items: [full, bare], total: 2 });
      });

      it("lists only the elements of the given version", async () => {
        const elements = exampleElements(4);
        const versionId = await stored(elements);
        await stored(exampleElements(4));
        expect((await stores.elements.list(versionId, {})).items).toEqual(elements);
      });

      it("finds elements by version and id, each once", async () => {
        const elements = exampleElements(6);
        const foreign = exampleElements(2);
        const versionId = await stored(elements);
        const other = await stored(foreign);
        const asked = [...idsOf(elements).reverse(), ...idsOf(foreign), newId(), ...idsOf(elements)];
        expect(await located(versionId, asked)).toEqual(elements);
        expect(await located(versionId, [])).toEqual([]);
        const both = await stores.elements.located([
          { versionId, elementId: elements[1]?.elementId ?? "" },
          { versionId: other, elementId: foreign[1]?.elementId ?? "" },
        ]);
        expect(new Map(both.map((each) => [each.versionId, each.element]))).toEqual(
          new Map([
            [versionId, elements[1]],
            [other, foreign[1]],
          ]),
        );
      });

      it("finds elements by id without their images", async () => {
        const [element] = exampleElements(1);
        const versionId = await stored(element ? [{ ...element, imageBase64: "QUJD" }] : []);
        expect(await located(versionId, [element?.elementId ?? ""])).toEqual([element]);
      });

      it("takes 12,000 ids at once, in every query that takes ids", async () => {
        const elements = exampleElements(1_300);
        const versionId = await stored(elements);
        const asked = [...Array.from({ length: 10_700 }, newId), ...idsOf(elements)];
        expect(await located(versionId, asked)).toEqual(elements);
        expect(await stores.elements.list(versionId, { elementIds: asked })).toEqual({
          items: elements,
          total: 1_300,
        });
      });

      it("adds many large elements, and lists them all in order", async () => {
        const image = "QUJD".repeat(20_000);
        const elements = exampleElements(640).map((element, index) =>
          index % 50 === 0 ? { ...element, imageBase64: image } : element,
        );
        const versionId = await stored(elements);
        expect(await stores.elements.list(versionId, {})).toEqual({ items: elements, total: 640 });
      });

      it("leaves images out when they are not wanted, and nothing else", async () => {
        const elements = exampleElements(3);
        const versionId = await stored(elements.map((element) => ({ ...element, imageBase64: "QUJD" })));
        const found = await stores.elements.list(versionId, { withoutImages: true });
        expect(found).toStrictEqual({ items: elements, total: 3 });
      });

      it("returns no items and the right total past the end", async () => {
        const versionId = await stored(exampleElements(7));
        expect(await stores.elements.list(versionId, {}, { number: 3, size: 5 })).toEqual({
          items: [],
          total: 7,
        });
        expect(await stores.elements.list(versionId, { type: "Table" })).toEqual({ items: [], total: 0 });
      });

      it("finds the same page of any filter as a plain loop over the elements", async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(elementShape, { maxLength: 60 }),
            fc.integer({ min: 1, max: 25 }),
            filterShape,
            fc.option(
              fc.record({ number: fc.integer({ min: 1, max: 8 }), size: fc.integer({ min: 1, max: 20 }) }),
            ),
            async (shapes, batchSize, shape, page) => {
              const elements = shapes.map(
                (each, position): Element => ({
                  ...each,
                  elementId: newId(),
                  position,
                  text: `Element ${position}`,
                }),
              );
              const versionId = await stored(elements, batchSize);
              const filter = filterOf(shape, elements);
              const found = await stores.elements.list(versionId, filter, page ?? undefined);
              expect(found).toEqual(walk(elements, filter, page));
            },
          ),
          { numRuns: 60 },
        );
      });
    });

    describe("sections", () => {
      it("starts at each title, however the elements are batched", async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(elementShape, { minLength: 1, maxLength: 40 }),
            fc.integer({ min: 1, max: 12 }),
            async (shapes, batchSize) => {
              const elements = shapes.map(
                (each, position): Element => ({
                  ...each,
                  elementId: newId(),
                  position,
                  text: "",
                }),
              );
              const versionId = await stored(elements, batchSize);
              const numbers = new Map(
                (await stores.elements.located(referencesTo(versionId, idsOf(elements)))).map(
                  ({ element, sectionNumber }) => [element.elementId, sectionNumber],
                ),
              );
              let section = 1;
              const expected = elements.map(({ elementId, type }, index): [string, number] => {
                if (type === "Title" && index > 0) section += 1;
                return [elementId, section];
              });
              expect(numbers).toEqual(new Map(expected));
            },
          ),
          { numRuns: 25 },
        );
      });
    });
  });
};

const types = ["Title", "NarrativeText", "Table", "Footer"] as const;

const elementShape = fc.record({
  type: fc.constantFrom(...types),
  pageNumber: fc.integer({ min: 1, max: 6 }),
});

const filterShape = fc.record({
  textHolds: fc.option(fc.constantFrom("1", "ELEMENT", "nowhere")),
  type: fc.option(fc.constantFrom(...types, "Formula")),
  pageNumbers: fc.option(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 })),
  /** Which elements to ask for by id. */
  chosen: fc.option(fc.array(fc.nat(59), { maxLength: 30 })),
  withoutTypes: fc.option(fc.subarray([...types])),
  /** Unknown ids, enough to make the list too long for a single statement. */
  padding: fc.constantFrom(0, 0, 3, 700),
});

const filterOf = (
  shape: typeof filterShape extends fc.Arbitrary<infer Shape> ? Shape : never,
  elements: Element[],
): ElementFilter => ({
  type: shape.type ?? undefined,
  textHolds: shape.textHolds ?? undefined,
  pageNumbers: shape.pageNumbers ?? undefined,
  withoutTypes: shape.withoutTypes ?? undefined,
  elementIds:
    shape.chosen === null
      ? undefined
      : [
          ...Array.from({ length: shape.padding }, newId),
          ...shape.chosen.flatMap((index) => elements[index]?.elementId ?? []),
        ],
});

const walk = (elements: Element[], filter: ElementFilter, page: Page | null) => {
  const matching = elements.filter(
    ({ type, pageNumber, elementId, text }) =>
      (filter.textHolds === undefined || text.toLowerCase().includes(filter.textHolds.toLowerCase())) &&
      (filter.type === undefined || filter.type === type) &&
      (filter.pageNumbers === undefined || filter.pageNumbers.includes(pageNumber)) &&
      (filter.elementIds === undefined || filter.elementIds.includes(elementId)) &&
      !filter.withoutTypes?.includes(type),
  );
  const start = page ? (page.number - 1) * page.size : 0;
  return { items: matching.slice(start, page ? start + page.size : undefined), total: matching.length };
};
