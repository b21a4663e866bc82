import type { Element } from "@headwater/client";
import { expect, it } from "vitest";
import { entryAt, outlineOf, shownEntries, wayTo } from "./outline-entries.ts";

const title = (element_id: string, markdown: string, position?: number): Element => ({
  element_id,
  markdown,
  text: markdown.replace(/^#+ /, ""),
  metadata: {},
  ...(position === undefined ? {} : { position }),
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

it.each([
  ["CHAPTER 5 – DUTIES", "5", "DUTIES"],
  ["K. Surety bonds", "K", "Surety bonds"],
  ["2.1.6 Change usage", "2.1.6", "Change usage"],
  ["1) Bond", "1", "Bond"],
  ["IV. Remedies", "IV", "Remedies"],
  ["2024 in review", "", "2024 in review"],
  ["A walk", "", "A walk"],
  ["Introduction", "", "Introduction"],
])("splits %j into number and title", (text, number, rest) => {
  expect(outlineOf([title("a", text), title("b", "x"), title("c", "y")])[0]).toMatchObject({
    number,
    text: rest,
  });
});

/** Twenty chapters of two sections with two parts each, ten elements apart. */
const book = outlineOf(
  Array.from({ length: 20 }, (_, chapter) => [
    `# Chapter ${chapter + 1}: Of`,
    ...["A", "B"].flatMap((letter) => [`## ${letter}. Sec`, "### 1. Part", "### 2. Part"]),
  ])
    .flat()
    .map((markdown, index) => title(`t${index}`, markdown, index * 10)),
);

it("shows the top level of a long outline, and what stands around the place that is read", () => {
  const current = entryAt(book, 7 * 10 + 25);
  expect(current && wayTo(book, current).map(({ number }) => number)).toEqual(["2", "A", "1"]);
  const shown = shownEntries(book, current);
  expect(shown.filter(({ level }) => level === 0)).toHaveLength(20);
  expect(shown.filter(({ level }) => level > 0).map(({ number }) => number)).toEqual(["A", "1", "2", "B"]);
  expect(shownEntries(book, undefined)).toHaveLength(20);
  expect(shownEntries(book.slice(0, 7), undefined)).toHaveLength(7);
  expect(entryAt(book.slice(1), 5)).toBeUndefined();
});
