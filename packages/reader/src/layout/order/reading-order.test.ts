import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Atom, isLine } from "../lines/page-bands.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Font } from "../page/page.ts";
import { type Region, readingOrder } from "./reading-order.ts";

const font: Font = { name: "Body", weight: 400, italic: false, monospaced: false };

/** A line of words that fills `width` points, 10 points high. */
function lineAt(label: string, left: number, top: number, width: number, size = 10): Line {
  const words = [label, "and", "then", "some", "more", "running"];
  // The words of neighbouring lines end at different places.
  const weights = words.map((_, index) => 3 + spread(left * 1000 + top * 10 + index) * 8);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ends = weights.map(
    (_, index) => weights.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0) / total,
  );
  return makeLine(
    words.map((text, index) => ({
      text,
      left: left + width * (ends[index - 1] ?? 0),
      right: left + width * (ends[index] ?? 0) - (index < words.length - 1 ? 2.5 : 0),
      top,
      bottom: top + 1.2 * size,
      ascent: 0.9 * size,
      size,
      font,
      direction: 0,
      spaceBefore: true,
    })),
  );
}

/** A number in 0..1 that looks random but is the same in every run. */
function spread(seed: number): number {
  const value = Math.sin(seed) * 10_000;
  return value - Math.floor(value);
}

function linesOf(regions: readonly Region[]): Line[] {
  const ofAtom = (atom: Atom): Line[] =>
    isLine(atom) ? [atom] : "rows" in atom ? atom.rows.flat().flatMap((cell) => cell.lines) : [];
  return regions.flatMap((region) => [...region.atoms].sort((a, b) => a.top - b.top).flatMap(ofAtom));
}

const labels = (regions: readonly Region[]) => linesOf(regions).map((line) => line.words[0]?.text);

describe("readingOrder", () => {
  it("keeps every word of scattered lines exactly once", () => {
    const scattered = fc.array(
      fc.record({
        left: fc.integer({ min: 0, max: 500 }),
        top: fc.integer({ min: 0, max: 700 }),
        width: fc.integer({ min: 30, max: 300 }),
        size: fc.integer({ min: 6, max: 24 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(scattered, fc.boolean(), (places, rightToLeft) => {
        const lines = places.map((place, index) =>
          lineAt(`w${index}`, place.left, place.top, place.width, place.size),
        );
        const words = linesOf(readingOrder(lines, { rightToLeft })).flatMap((line) => line.words);
        expect(new Set(words).size).toBe(words.length);
        expect(words.length).toBe(lines.length * 6);
      }),
      { numRuns: 200 },
    );
  });

  const columnsOfText = fc.record({
    counts: fc.array(fc.integer({ min: 3, max: 30 }), { minLength: 1, maxLength: 4 }),
    gutter: fc.integer({ min: 12, max: 40 }),
    pitch: fc.integer({ min: 12, max: 18 }),
    offsets: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
    withTitle: fc.boolean(),
    shuffle: fc.integer(),
  });

  function columnPage(page: typeof columnsOfText extends fc.Arbitrary<infer T> ? T : never) {
    const width = (520 - page.gutter * (page.counts.length - 1)) / page.counts.length;
    const columns = page.counts.map((count, column) =>
      Array.from({ length: count }, (_, row) =>
        lineAt(
          `c${column}r${row}`,
          40 + column * (width + page.gutter),
          120 + (page.offsets[column] ?? 0) + row * page.pitch,
          width,
        ),
      ),
    );
    const title = page.withTitle ? [lineAt("title", 60, 50, 480, 20)] : [];
    const lines = [...title, ...columns.flat()];
    const shuffled = [...lines].sort(
      (a, b) => ((a.left * 31 + a.top * 17) ^ page.shuffle) - ((b.left * 31 + b.top * 17) ^ page.shuffle),
    );
    return { title, columns, shuffled };
  }

  it("reads columns one after the other, after the heading across them", () => {
    fc.assert(
      fc.property(columnsOfText, (page) => {
        const { title, columns, shuffled } = columnPage(page);
        const expected = [...title, ...columns.flat()].map((line) => line.words[0]?.text);
        expect(labels(readingOrder(shuffled, { rightToLeft: false }))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it("starts with the right column when text runs from right to left", () => {
    fc.assert(
      fc.property(columnsOfText, (page) => {
        const { title, columns, shuffled } = columnPage(page);
        const expected = [...title, ...columns.reverse().flat()].map((line) => line.words[0]?.text);
        expect(labels(readingOrder(shuffled, { rightToLeft: true }))).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it("reads the columns above a heading across the page before the text below it", () => {
    const column = (name: string, left: number, top: number) =>
      Array.from({ length: 6 }, (_, row) => lineAt(`${name}${row}`, left, top + row * 13, 240));
    const lines = [
      ...column("a", 40, 100),
      ...column("b", 320, 107),
      lineAt("heading", 60, 220, 480, 14),
      ...column("c", 40, 260),
      ...column("d", 320, 267),
    ];
    const order = labels(readingOrder(lines, { rightToLeft: false }));
    expect(order.filter((label) => /0$|heading/.test(label ?? ""))).toEqual([
      "a0",
      "b0",
      "heading",
      "c0",
      "d0",
    ]);
  });
});
