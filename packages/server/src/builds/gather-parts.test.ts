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
