import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Element, ElementFilter } from "../../src/elements/element.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Page } from "../../src/kernel/page.ts";
import { addProject, addSource, beginVersion, exampleElements } from "./examples.ts";
import type { OpenStores, StoresUnderTest } from "./open-stores.ts";

export const describeElementLists = (name: string, open: OpenStores): void => {
  describe(`Lists of ElementStore: ${name}`, () => {
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
