import type { Element } from "@headwater/client";
import { expect, it } from "vitest";
import { headsAbove } from "./page-heads.ts";

const text = (pages: readonly number[]) => {
  const elements = pages.map((page, index) => ({ element_id: `e${index}`, page_number: page }) as Element);
  return (index: number) => elements[index];
};
const heads = (pages: readonly number[], pageCount: number) =>
  Array.from({ length: pages.length + 1 }, (_, index) =>
    headsAbove(index, text(pages), pages.length, pageCount).map(({ page, elements }) => [
      page,
      elements.length,
    ]),
  );

it("puts the head of a page above its first element, with what was read on it", () => {
  expect(heads([1, 1, 2], 2)).toEqual([[[1, 2]], [], [[2, 1]], []]);
});

it("gives pages without text their heads too, at the beginning, between others and at the end", () => {
  expect(heads([2, 5], 6)).toEqual([
    [
      [1, 0],
      [2, 1],
    ],
    [
      [3, 0],
      [4, 0],
      [5, 1],
    ],
    [[6, 0]],
  ]);
});

it("says nothing about a page while the element before it is not loaded", () => {
  const at = (index: number) => (index === 7 ? ({ page_number: 3 } as Element) : undefined);
  expect(headsAbove(7, at, 20, 9)).toEqual([]);
});

it("gives a page that stands out of order its head, and a very long gap none", () => {
  expect(heads([3, 1], 3)[1]).toEqual([[1, 1]]);
  expect(heads([1, 500], 500)[1]).toEqual([[500, 1]]);
});
