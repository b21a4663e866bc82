import { expect, test } from "vitest";
import type { Element } from "../elements/element.ts";
import type { Evidence } from "../structured/ground-values.ts";
import { placeEvidence } from "./place-evidence.ts";

const text = "Number: A-17 of 17 pages";
const block = { left: 10, top: 20, width: 200, height: 12 };
const element: Element = { elementId: "e0", position: 0, type: "NarrativeText", text, pageNumber: 1 };
const read = new Map([["file", { versionId: "v1", elements: [element] }]]);
const evidence = (quote: string, boundingBox: Evidence["boundingBox"] = block): Evidence => ({
  path: "/number",
  fileId: "file",
  fileName: "a.pdf",
  pageNumber: 1,
  elementId: "e0",
  quote,
  boundingBox,
  score: 1,
  verdict: "verified",
});
/** "Number:" and "A-17", packed as the reader does: distances in half points, positive ones doubled. */
const words = Uint8Array.from([1, 40, 50, 80, 20, 16, 20, 50]);
const store = (known: Uint8Array | null) => ({ wordBoxes: async () => known });

test("places a value at its words", async () => {
  expect(await placeEvidence(store(words), read, [evidence("A-17")])).toEqual([
    { ...evidence("A-17"), boundingBox: { left: 40, top: 20, width: 25, height: 10 }, box: "words" },
  ]);
});

test.each([
  ["whose words are not known", "A-17", null],
  ["that the element says more than once", "17", words],
  ["that the element does not hold", "B-18", words],
])("gives a value %s the box of its element", async (_, quote, known) => {
  expect(await placeEvidence(store(known), read, [evidence(quote)])).toEqual([
    { ...evidence(quote), box: "block" },
  ]);
});

test("gives a source without places none", async () => {
  const [placed] = await placeEvidence(store(words), read, [evidence("A-17", null)]);
  expect(placed?.boundingBox).toBeNull();
});
