import { expect, it } from "vitest";
import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { Element, ElementFilter } from "../../elements/element.ts";
import { leftOut } from "./left-out.ts";

const document: Element[] = (
  [
    ["Header", "Aldermoor"],
    ["NarrativeText", "The unit stops."],
    ["Footer", "Page 1 of 2"],
    ["NarrativeText", "Do not\ntop up."],
    ["Footer", "Page 2 of 2"],
  ] as const
).map(([type, text], position) => ({ type, text, position, elementId: `e${position}`, pageNumber: 1 }));
const store = {
  located: async (references: { elementId: string }[]) =>
    document
      .filter(({ elementId }) => references.some((each) => each.elementId === elementId))
      .map((element) => ({ versionId: "v", element, sectionNumber: 1 })),
  list: async (_version: string, { type }: ElementFilter) => {
    const items = document.filter((element) => element.type === type);
    return { items, total: items.length };
  },
};
const chunk = (position: number, text: string, ...elementIds: string[]): StoredChunk => ({
  ...{ chunkId: `c${position}`, position, text, elementIds, title: "", pageNumber: 1 },
  ...{ fileId: "f", fileName: "a.pdf", versionId: "v" },
});
const shown = async (chunks: StoredChunk[], next?: StoredChunk, types = ["Header", "Footer"]) =>
  Object.fromEntries(
    [...(await leftOut(store, chunks, next, types))].map(([chunkId, found]) => [
      chunkId,
      found.map(({ at, element }) => [at, element.text]),
    ]),
  );

it("says what was left out where it would stand in the chunk", async () => {
  const whole = chunk(0, "The unit stops.\n\nDo not top up.", "e1", "e3");
  expect(await shown([whole])).toEqual({
    c0: [
      [0, "Aldermoor"],
      [15, "Page 1 of 2"],
      [31, "Page 2 of 2"],
    ],
  });
  expect(await shown([whole], undefined, [])).toEqual({});
});

it("says it once, at the chunk that it follows, whatever page of results is read", async () => {
  const [one, two] = [chunk(0, "The unit stops.", "e1"), chunk(1, "Do not top up.", "e3")];
  expect(await shown([one], two)).toEqual({
    c0: [
      [0, "Aldermoor"],
      [15, "Page 1 of 2"],
    ],
  });
  expect(await shown([two])).toEqual({ c1: [[14, "Page 2 of 2"]] });
});
