import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Element, ParsedElement } from "../../elements/element.ts";
import type { Chunk } from "../chunk.ts";
import { chunkByTitle, createTitleChunker } from "./title.ts";

const elementsOf = (parsed: Partial<ParsedElement>[]): Element[] =>
  parsed.map((element, position) => ({
    type: "NarrativeText",
    text: "",
    pageNumber: 1,
    ...element,
    position,
    elementId: `e${position}`,
  }));

const sentences = (count: number, word = "matter"): string =>
  Array.from({ length: count }, (_, index) => `Sentence ${index + 1} says something about the ${word}.`).join(
    " ",
  );

const squeeze = (text: string): string => text.replace(/\s+/g, "");

describe("chunkByTitle", () => {
  it("starts a chunk at each title and names the headings above it", () => {
    const chunks = chunkByTitle(
      elementsOf([
        { type: "Title", text: "Manual", level: 1 },
        { text: sentences(8) },
        { type: "Title", text: "Setup", level: 2 },
        { text: sentences(8) },
        { type: "Title", text: "Cables", level: 3 },
        { text: sentences(8) },
        { type: "Title", text: "Care", level: 2 },
        { text: sentences(8) },
      ]),
    );
    expect(chunks.map((chunk) => chunk.title)).toEqual([
      "Manual",
      "Manual › Setup",
      "Manual › Setup › Cables",
      "Manual › Care",
    ]);
    expect(chunks.map((chunk) => chunk.position)).toEqual([0, 1, 2, 3]);
    expect(chunks[1]?.text.startsWith("Setup\nSentence 1")).toBe(true);
    expect(chunks[1]?.elementIds).toEqual(["e2", "e3"]);
  });

  it("joins short neighbouring sections under the heading they share", () => {
    const chunks = chunkByTitle(
      elementsOf([
        { type: "Title", text: "Terms", level: 1 },
        { text: sentences(8) },
        { type: "Title", text: "Ohm", level: 2 },
        { text: "A unit of resistance." },
        { type: "Title", text: "Volt", level: 2 },
        { text: "A unit of potential." },
      ]),
    );
    expect(chunks).toHaveLength(2);
    expect(chunks[1]?.title).toBe("Terms");
    expect(chunks[1]?.text).toContain("Ohm\nA unit of resistance.\n\nVolt\nA unit of potential.");
  });

  it("names the document where the headings below have no path to its title", () => {
    const report: Partial<ParsedElement>[] = [
      { type: "Title", text: "Annual Report 2021", level: 1 },
      { type: "Title", text: "Kestrel Marine AG", level: 1 },
      { type: "Title", text: "Letter", level: 1 },
      { text: sentences(8) },
      { type: "Title", text: "Revenue", level: 1 },
      { text: sentences(8) },
    ];
    const titles = (parsed: Partial<ParsedElement>[]) =>
      chunkByTitle(elementsOf(parsed)).map(({ title }) => title);
    expect(titles(report)).toEqual(["Letter", "Annual Report 2021 Kestrel Marine AG › Revenue"]);
    const titlePage = report.map((element, at) => ({ ...element, pageNumber: at < 2 ? 1 : 2 }));
    expect(titles(titlePage)[1]).toBe("Annual Report 2021 Kestrel Marine AG › Revenue");
    const plain = [{ text: "Dear all.", type: "NarrativeText" as const }, ...report];
    expect(titles(plain).at(-1)).toBe("Revenue");
    const single = report.slice(2);
    expect(titles(single)).toEqual(["Letter", "Revenue"]);
  });

  it("keeps a lead-in with its list or code", () => {
    const items = Array.from({ length: 6 }, (_, at) => ({
      type: "ListItem" as const,
      text: `Item ${at} of the list, which says in some more words what is to be packed.`,
    }));
    const leading = { text: "The following is needed for the trip:" };
    const [before, list] = chunkByTitle(elementsOf([{ text: sentences(17) }, leading, ...items]));
    expect(before?.text).not.toContain("The following");
    expect(list?.text).toMatch(/^The following[\s\S]*Item 0[\s\S]*Item 5/);
    const code = { type: "CodeSnippet" as const, text: `let a = 1;\n${"call(a);\n".repeat(40)}`.trim() };
    const [, withCode] = chunkByTitle(elementsOf([{ text: sentences(17) }, { text: "Run this:" }, code]));
    expect(withCode?.text.startsWith("Run this:\n\nlet a = 1;")).toBe(true);
  });

  it("keeps a title without text with the section below it", () => {
    const [chunk] = chunkByTitle(
      elementsOf([
        { type: "Title", text: "Part I", level: 1 },
        { type: "Title", text: "Chapter 1", level: 2 },
        { text: "It begins." },
      ]),
    );
    expect(chunk).toMatchObject({ title: "Part I › Chapter 1", text: "Part I\nChapter 1\nIt begins." });
  });

  it("leaves out page headers, footers and page numbers", () => {
    const chunks = chunkByTitle(
      elementsOf([
        { type: "Header", text: "ACME Confidential" },
        { text: "The content." },
        { type: "Footer", text: "© ACME" },
        { type: "PageNumber", text: "7" },
      ]),
    );
    expect(chunks.map((chunk) => chunk.text)).toEqual(["The content."]);
  });

  it("cuts a long paragraph between sentences into parts of similar length", () => {
    const chunks = chunkByTitle(elementsOf([{ text: sentences(60) }]));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      expect(chunk.text).toMatch(/^Sentence \d+ says.*\.$/s);
      expect(chunk.text.length).toBeLessThanOrEqual(1500);
      expect(chunk.text.length).toBeGreaterThan(500);
    }
  });

  it("splits a long table between rows and repeats its first row", () => {
    const rows = Array.from(
      { length: 90 },
      (_, index) => `item ${index} | ${index * 3} | in stock for all shops`,
    );
    const chunks = chunkByTitle(
      elementsOf([{ type: "Table", text: ["name | count | note", ...rows].join("\n") }]),
    );
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(chunk.text.startsWith("name | count | note\nitem ")).toBe(true);
    expect(chunks.flatMap((chunk) => chunk.text.split("\n").slice(1))).toEqual(rows);
  });

  it("takes the page of its first element, and ends a half-full chunk at a page break", () => {
    const chunks = chunkByTitle(
      elementsOf([
        { text: sentences(12), pageNumber: 1 },
        { text: sentences(12), pageNumber: 2 },
        { text: "A short end.", pageNumber: 3 },
      ]),
    );
    expect(chunks.map((chunk) => chunk.pageNumber)).toEqual([1, 2, 3]);
  });

  it("takes the page of its first row in a table that goes on over pages", () => {
    const rows = Array.from(
      { length: 90 },
      (_, index) => `order ${index} | ${index} pieces of the usual kind`,
    );
    const text = ["name | count", ...rows].join("\n");
    const parts = [0, 30, 60].map((row, index) => ({
      page: index + 1,
      char_start: row === 0 ? 0 : text.indexOf(rows[row] ?? ""),
      bounding_box: null,
    }));
    const chunks = chunkByTitle(elementsOf([{ type: "Table", text, metadata: { table_parts: parts } }]));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) {
      const first = rows.indexOf(chunk.text.split("\n")[1] ?? "");
      expect(chunk.pageNumber).toBe(1 + Math.floor(first / 30));
    }
  });

  it("refuses lengths that make no sense", () => {
    expect(() => chunkByTitle([], { target: 10, max: 5 })).toThrow(RangeError);
  });

  const document = fc.array(
    fc.record({
      type: fc.constantFrom("Title", "NarrativeText", "ListItem", "CodeSnippet", "UncategorizedText"),
      text: fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.lorem({ maxCount: 40, mode: "sentences" }),
        fc.constantFrom("", "  ", "漢字。".repeat(700), "x".repeat(4000), "a\n".repeat(900)),
      ),
      pageNumber: fc.integer({ min: 1, max: 3 }),
      level: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 25 },
  );

  it("covers all text of any document in order, in chunks that are never empty or too long", () => {
    fc.assert(
      fc.property(
        document,
        fc.constantFrom([900, 1500], [50, 80], [1, 1]),
        (parsed, [target = 1, max = 1]) => {
          const elements = elementsOf(parsed as Partial<ParsedElement>[]);
          const chunks = chunkByTitle(elements, { target, max });
          expect(squeeze(chunks.map((chunk) => chunk.text).join(""))).toBe(
            squeeze(elements.map((element) => element.text).join("")),
          );
          const covered = new Set(chunks.flatMap((chunk) => chunk.elementIds));
          for (const element of elements)
            expect(covered.has(element.elementId)).toBe(element.text.trim() !== "");
          for (const chunk of chunks) {
            expect(chunk.text.trim()).not.toBe("");
            // One character of two units can't be cut.
            expect(chunk.text.length).toBeLessThanOrEqual(Math.max(max, 2));
            expect(chunk.text.isWellFormed()).toBe(elements.every((element) => element.text.isWellFormed()));
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("makes the same chunks of parts of any size as of the whole", () => {
    fc.assert(
      fc.property(document, fc.array(fc.integer({ min: 0, max: 7 })), (parsed, sizes) => {
        const elements = elementsOf(parsed as Partial<ParsedElement>[]);
        const chunker = createTitleChunker();
        const chunks: Chunk[] = [];
        let from = 0;
        for (const size of [...sizes, elements.length]) {
          chunks.push(...chunker.add(elements.slice(from, from + size)));
          from += size;
        }
        chunks.push(...chunker.end());
        const withoutIds = (all: Chunk[]) => all.map(({ chunkId: _, ...chunk }) => chunk);
        expect(withoutIds(chunks)).toEqual(withoutIds(chunkByTitle(elements)));
      }),
      { numRuns: 50 },
    );
  });

  it("hands out the chunks of a section once the next one has begun", () => {
    const chunker = createTitleChunker();
    const [first = [], second = []] = ["One", "Two"].map((text) =>
      elementsOf([{ type: "Title", text }, { text: sentences(8) }]),
    );
    expect(chunker.add(first)).toEqual([]);
    expect(chunker.add(second)).toEqual([]);
    expect(chunker.add(elementsOf([{ type: "Title", text: "Three" }])).map(({ title }) => title)).toEqual([
      "One",
    ]);
    expect(chunker.end().map(({ title }) => title)).toEqual(["Two", "Three"]);
  });
});
