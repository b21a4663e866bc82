import { expect, it } from "vitest";
import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { Element } from "../../elements/element.ts";
import { citationItems } from "./citation-items.ts";

const element = (elementId: string, text: string, more: Partial<Element> = {}): Element => ({
  ...{ elementId, text, type: "NarrativeText", position: 0, pageNumber: 1 },
  ...more,
});
const block = { left: 10, top: 20, width: 30, height: 40 };
const elements = [
  element("planned", "The bridge was planned in 1890."),
  element("opened", "It opened in 1894. It has six arches.", { boundingBox: block, pageNumber: 2 }),
];
const chunk: StoredChunk = {
  ...{ chunkId: "c", position: 0, title: "", pageNumber: 1, fileId: "f", fileName: "a.pdf", versionId: "v" },
  text: elements.map(({ text }) => text).join("\n\n"),
  elementIds: elements.map(({ elementId }) => elementId),
};
const store = {
  located: async () => elements.map((each) => ({ versionId: "v", element: each, sectionNumber: 3 })),
  wordBoxes: async () => null,
};
const cited = (quote: string | null) => {
  const start = quote === null ? 0 : chunk.text.indexOf(quote);
  const span = quote === null ? null : { start, end: start + quote.length };
  const citation = { index: 1, chunkId: "c", pageNumber: 2, span, verdict: "verified" as const };
  return citationItems(store, { citations: [citation] }, new Map([["c", chunk]]));
};

it("says in which element the quoted words stand, and where", async () => {
  expect(await cited("It has six arches.")).toEqual([
    {
      ...{ index: 1, file_id: "f", file_name: "a.pdf", page_number: 2, chunk_id: "c", verdict: "verified" },
      quote: "It has six arches.",
      section_number: 3,
      ...{ element_id: "opened", element_ids: ["opened"], char_start: 19, char_end: 37 },
      bounding_box: block,
      metadata: { box: "block" },
    },
  ]);
});

it("names all elements that the quote touches", async () => {
  expect(await cited("in 1890.\n\nIt opened")).toMatchObject([
    { element_id: "planned", element_ids: ["planned", "opened"], bounding_box: null, metadata: {} },
  ]);
});

it("knows no place of a summary, and leaves out what is gone", async () => {
  const [summed] = await cited(null);
  expect(summed).toMatchObject({ page_number: 2, quote: null });
  expect(summed).not.toHaveProperty("element_id");
  const citation = { index: 1, chunkId: "gone", pageNumber: 1, span: null, verdict: "verified" as const };
  expect(await citationItems(store, { citations: [citation] }, new Map())).toEqual([]);
});
