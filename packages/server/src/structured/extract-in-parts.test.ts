import { expect, test } from "vitest";
import type { Element } from "../elements/element.ts";
import { extractInParts } from "./extract-in-parts.ts";
import type { ExtractionDraft, Extractor } from "./extractor.ts";

const document = (fileId: string, texts: string[]) => ({
  fileId,
  fileName: `${fileId}.pdf`,
  elements: texts.map(
    (text, position): Element => ({
      elementId: `${fileId}${position}`,
      position,
      type: "NarrativeText",
      text,
      pageNumber: 1,
    }),
  ),
});

/** Reads `total <number>` and `item <name>` of each element. */
const createReader = () => {
  const read: string[][] = [];
  const extractor: Extractor = async ({ documents }): Promise<ExtractionDraft> => {
    const elements = documents.flatMap(({ fileId, elements: all }) =>
      all.map((element) => ({ fileId, ...element })),
    );
    read.push(elements.map(({ elementId }) => elementId));
    const total = elements.find(({ text }) => text.startsWith("total"));
    const items = elements.filter(({ text }) => text.startsWith("item"));
    return {
      value: {
        total: total ? Number(total.text.slice(6)) : null,
        items: items.map(({ text }) => ({ name: text.slice(5) })),
      },
      rawJson: "",
      usage: { tokensIn: 1 },
      places: [
        ...(total
          ? [
              {
                ...total,
                path: "/total",
                text: total.text.slice(6),
                score: total.text === "total 9" ? 1 : 0.4,
              },
            ]
          : []),
        ...items.map((item, index) => ({ ...item, path: `/items/${index}/name`, text: item.text.slice(5) })),
      ],
    };
  };
  return { extractor, read };
};

const run = (extractor: Extractor, documents: ReturnType<typeof document>[]) =>
  extractor({ documents, instruction: "", schema: {}, thinkingLevel: "fast" }, new AbortController().signal);

test("a long document is read in parts that overlap, and rows of the overlap come once", async () => {
  const { extractor, read } = createReader();
  const texts = ["item a", "item b", "item b", "item c", "item d"];
  const draft = await run(extractInParts(extractor, { characters: 18, overlap: 1 }), [document("f", texts)]);
  expect(read).toEqual([
    ["f0", "f1", "f2"],
    ["f2", "f3", "f4"],
  ]);
  expect(draft.value).toEqual({ total: null, items: ["a", "b", "b", "c", "d"].map((name) => ({ name })) });
  expect(draft.places.map(({ path, elementId }) => [path, elementId])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [`/items/${index}/name`, `f${index}`]),
  );
  expect(draft.usage).toEqual({ tokensIn: 2 });
});

test("of different values the one with the better places wins, and agreement adds up", async () => {
  const { extractor } = createReader();
  const inParts = extractInParts(extractor, { characters: 7, overlap: 0 });
  expect((await run(inParts, [document("f", ["total 1", "total 9"])])).value).toMatchObject({ total: 9 });
  const texts = ["total 9", "total 2", "total 2", "total 2"];
  const { value, places } = await run(inParts, [document("f", texts)]);
  expect(value).toMatchObject({ total: 2 });
  expect(places.map(({ elementId }) => elementId)).toEqual(["f1"]);
});

test("short documents share a part, and what fits into one is passed on", async () => {
  const { extractor, read } = createReader();
  const inParts = extractInParts(extractor, { characters: 14, overlap: 2 });
  await run(inParts, [document("a", ["total 1"]), document("b", ["total 2"])]);
  await run(inParts, [document("a", ["total 1"]), document("b", ["total 2", "item x"])]);
  expect(read).toEqual([["a0", "b0"], ["a0"], ["b0", "b1"]]);
});
