import type { DocumentPart, ParsedElement } from "@headwater/reader";
import { expect, test } from "vitest";
import { withTerms } from "../retrieval/search-terms.ts";
import { beginning, type PreparedPart } from "./document-reader.ts";
import { prepareDocument } from "./prepare-document.ts";

const paragraph = (text: string): ParsedElement => ({ type: "NarrativeText", text, pageNumber: 1 });
const totals: DocumentPart = {
  kind: "totals",
  method: "fast",
  totalPages: 2,
  failedPages: [2],
  message: "so it is",
};

async function prepare(...parts: DocumentPart[]): Promise<PreparedPart[]> {
  return prepareAfter(beginning, ...parts);
}

async function prepareAfter(after: typeof beginning, ...parts: DocumentPart[]): Promise<PreparedPart[]> {
  async function* all() {
    yield* parts;
  }
  const prepared: PreparedPart[] = [];
  for await (const part of prepareDocument(all(), after)) prepared.push(part);
  return prepared;
}

test("elements are numbered through the parts and have ids of their own", async () => {
  const prepared = await prepare(
    { kind: "elements", elements: [paragraph("one"), paragraph("two")] },
    { kind: "elements", elements: [paragraph("three")] },
    totals,
  );
  const elements = prepared.flatMap((part) => (part.kind === "elements" ? part.elements : []));
  expect(elements.map(({ text, position }) => [text, position])).toEqual([
    ["one", 0],
    ["two", 1],
    ["three", 2],
  ]);
  expect(new Set(elements.map(({ elementId }) => elementId)).size).toBe(3);
});

test("a chunk reaches over parts and names the elements it is made of", async () => {
  const prepared = await prepare(
    { kind: "elements", elements: [{ ...paragraph("Tides"), type: "Title" }] },
    { kind: "elements", elements: [paragraph("They come twice a day.")] },
    totals,
  );
  const elements = prepared.flatMap((part) => (part.kind === "elements" ? part.elements : []));
  const chunks = prepared.flatMap((part) => (part.kind === "chunks" ? part.chunks : []));
  expect(chunks).toMatchObject([{ position: 0, elementIds: elements.map(({ elementId }) => elementId) }]);
});

test("chunks follow the elements, totals end the document", async () => {
  const prepared = await prepare({ kind: "elements", elements: [paragraph("A sentence.")] }, totals);
  expect(prepared.map(({ kind }) => kind)).toEqual(["elements", "chunks", "totals"]);
  expect(prepared.at(-1)).toEqual(totals);
});

test("no message between threads carries all the chunks of a large document", async () => {
  const long = "A sentence that fills the passage to its end and beyond. ".repeat(40);
  const prepared = await prepare(
    { kind: "elements", elements: Array.from({ length: 600 }, () => paragraph(long)) },
    totals,
  );
  const sizes = prepared.flatMap((part) => (part.kind === "chunks" ? [part.chunks.length] : []));
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250);
});

test("chunks come while elements still do, each with the terms it is found by", async () => {
  const section = (title: string): ParsedElement[] => [
    { ...paragraph(title), type: "Title" },
    paragraph("A sentence that fills the passage. ".repeat(30)),
  ];
  const prepared = await prepare(
    { kind: "elements", elements: Array.from({ length: 300 }, (_, at) => section(`Part ${at}`)).flat() },
    { kind: "elements", elements: section("The end") },
    totals,
  );
  expect(prepared.map(({ kind }) => kind)).toEqual(["elements", "chunks", "elements", "chunks", "totals"]);
  const chunks = prepared.flatMap((part) => (part.kind === "chunks" ? part.chunks : []));
  expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, at) => at));
  expect(chunks).toEqual(withTerms(chunks));
});

test("a part of large pictures has few of them", async () => {
  const picture: ParsedElement = { ...paragraph(""), type: "Image", imageBase64: "A".repeat(600_000) };
  const prepared = await prepare({ kind: "elements", elements: Array(5).fill(picture) }, totals);
  expect(prepared.filter(({ kind }) => kind === "elements")).toHaveLength(5);
});

test("a document that follows others goes on with their numbers", async () => {
  const prepared = await prepareAfter(
    { elements: 10, chunks: 4, pages: 3 },
    { kind: "elements", elements: [paragraph("one"), paragraph("two")] },
    totals,
  );
  expect(prepared).toMatchObject([
    {
      elements: [
        { position: 10, pageNumber: 4 },
        { position: 11, pageNumber: 4 },
      ],
    },
    { chunks: [{ position: 4, pageNumber: 4 }] },
    { totalPages: 2, failedPages: [5] },
  ]);
});
