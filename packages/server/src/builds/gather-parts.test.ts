import { expect, test } from "vitest";
import type { Element } from "../elements/element.ts";
import type { PreparedPart, SearchableChunk } from "./document-reader.ts";
import { gatherParts } from "./gather-parts.ts";

const totals: PreparedPart = {
  kind: "totals",
  method: "fast",
  totalPages: 1,
  failedPages: [],
  message: null,
};
const document = (name: string, size = 1): PreparedPart[] => [
  { kind: "elements", elements: [{ text: name.repeat(size) } as Element] },
  { kind: "chunks", chunks: [{ text: name } as SearchableChunk] },
];

async function gather(parts: PreparedPart[]) {
  const gathered: PreparedPart[] = [];
  async function* all() {
    yield* parts;
  }
  for await (const part of gatherParts(all())) gathered.push(part);
  return gathered;
}

test("a thousand short documents are written at a few strokes, all of them, in their order", async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `document ${at}`);
  const parts = await gather([...names.flatMap((name) => document(name)), totals]);
  expect(parts.length).toBeLessThan(12);
  expect(
    parts.flatMap((part) => (part.kind === "elements" ? part.elements : [])).map(({ text }) => text),
  ).toEqual(names);
  expect(
    parts.flatMap((part) => (part.kind === "chunks" ? part.chunks : [])).map(({ text }) => text),
  ).toEqual(names);
  expect(parts.at(-1)).toEqual(totals);
  // No chunk comes before its elements.
  let known = 0;
  let used = 0;
  for (const part of parts) {
    if (part.kind === "elements") known += part.elements.length;
    if (part.kind === "chunks") used += part.chunks.length;
    expect(used).toBeLessThanOrEqual(known);
  }
});

test("long ones don't pile up in memory", async () => {
  const parts = await gather([
    ...document("x", 600_000),
    ...document("y", 600_000),
    ...document("z", 600_000),
    totals,
  ]);
  expect(parts.filter(({ kind }) => kind === "elements")).toHaveLength(2);
});

test("no part is empty, and one is full with 250 elements or chunks", async () => {
  const elements = (count: number): PreparedPart => ({
    kind: "elements",
    elements: Array.from({ length: count }, () => ({ text: "x" }) as Element),
  });
  const chunks = (count: number): PreparedPart => ({
    kind: "chunks",
    chunks: Array.from({ length: count }, () => ({ text: "x" }) as SearchableChunk),
  });
  const sizes = (parts: PreparedPart[]) =>
    parts.map((part) =>
      part.kind === "elements"
        ? part.elements.length
        : part.kind === "chunks"
          ? part.chunks.length
          : part.kind,
    );
  expect(sizes(await gather([elements(249), elements(1), elements(1), totals]))).toEqual([250, 1, "totals"]);
  expect(sizes(await gather([chunks(249), chunks(1), chunks(1), totals]))).toEqual([250, 1, "totals"]);
  expect(sizes(await gather([elements(1), chunks(250), totals]))).toEqual([1, 250, "totals"]);
});

test.each(["text", "markdown", "html", "imageBase64"])(
  "what an element has as %s counts for its size",
  async (form) => {
    const half = (size: number): PreparedPart => ({
      kind: "elements",
      elements: [{ text: "", [form]: "x".repeat(size) } as unknown as Element],
    });
    const parts = async (...given: PreparedPart[]) => (await gather([...given, totals])).length - 1;
    expect(await parts(half(500_000), half(500_000), half(1))).toBe(2);
    expect(await parts(half(500_000), half(499_999), half(0))).toBe(1);
  },
);
