import type { Element } from "@headwater/client";
import { expect, it } from "vitest";
import { outlineOf } from "./outline-entries.ts";

const title = (element_id: string, markdown: string): Element => ({
  element_id,
  markdown,
  text: markdown.replace(/^#+ /, ""),
  metadata: {},
});

it("takes the levels of titles from their markdown, without gaps", () => {
  const titles = [
    title("a", "## One"),
    title("b", "#### Two"),
    title("c", "## Three"),
    title("d", "###### Deep"),
  ];
  expect(outlineOf(titles).map(({ text, level }) => [text, level])).toEqual([
    ["One", 0],
    ["Two", 1],
    ["Three", 0],
    ["Deep", 2],
  ]);
});

it("leaves out levels that are too fine, titles without words, and outlines of two entries", () => {
  const titles = ["# A", "## B", "### C", "#### D", "# "].map((markdown, index) =>
    title(`${index}`, markdown),
  );
  expect(outlineOf(titles).map(({ text }) => text)).toEqual(["A", "B", "C"]);
  expect(outlineOf(titles.slice(0, 2))).toEqual([]);
});
