import { expect, it } from "vitest";
import { numberColumns } from "./number-columns.ts";
import type { SafeNode } from "./safe-tree.ts";

const row = (tag: "th" | "td", ...texts: string[]): SafeNode => ({
  tag: "tr",
  children: texts.map((text) => ({ tag, children: [text] })),
});

it("finds the columns of numbers, with any headings and gaps", () => {
  const table = [
    { tag: "thead" as const, children: [row("th", "Kind", "Trees", "Yield", "Code")] },
    {
      tag: "tbody" as const,
      children: [row("td", "Russet", "48", "€ 1,910.50", "A1"), row("td", "Seedling", "", "(310)", "7")],
    },
  ];
  expect([...numberColumns(table)]).toEqual([1, 2]);
});

it("finds none where cells span, and none without numbers", () => {
  expect([
    ...numberColumns([{ tag: "tr", children: [{ tag: "td", span: { colSpan: 2 }, children: ["1"] }] }]),
  ]).toEqual([]);
  expect([...numberColumns([row("th", "1", "2")])]).toEqual([]);
});
