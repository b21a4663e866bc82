import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citationMarkup } from "./citation-markup.ts";
import { createCiter, withMarkers } from "./citations.ts";
import { createCompleteCitation } from "./complete-citation.ts";
import type { SourcedPassage } from "./gather-passages.ts";
import { textPreview } from "./text-preview.ts";

const passage = (elementId: string, text: string, more: Partial<SourcedPassage> = {}): SourcedPassage => ({
  fileId: "f",
  fileName: "a.pdf",
  versionId: "v",
  element: { elementId, position: 0, type: "NarrativeText", text, pageNumber: 3 },
  elementId,
  elementType: "NarrativeText",
  pageNumber: 3,
  sectionNumber: 2,
  sectionTitle: "",
  text,
  score: 1,
  ...more,
});

const complete = createCompleteCitation({ wordBoxes: async () => null });
const cited = (text: string, ...supports: [passage: number, start: number, end: number][]) => ({
  text,
  verdict: "verified" as const,
  supports: supports.map(([position, start, end]) => ({ passage: position, span: { start, end } })),
});
const mark = ({ index }: { index: number }) => `[${index}]`;

describe("citations", () => {
  test("are numbered by first use, the same element once", async () => {
    const citer = createCiter([passage("a", "Alpha."), passage("b", "Beta.")], complete);
    const pieces: string[] = [];
    const added: number[][] = [];
    for (const statement of [
      cited("Beta.", [1, 0, 5]),
      cited("Both", [1, 0, 5], [0, 0, 6]),
      cited("Nothing."),
    ]) {
      const one = await citer.cite(statement);
      pieces.push(withMarkers(one, mark));
      added.push(one.added.map(({ index }) => index));
    }
    expect(pieces).toEqual(["Beta [1].", "Both [1][2]", "Nothing."]);
    expect(added).toEqual([[1], [2], []]);
    expect(citer.citations().map(({ index, elementId }) => [index, elementId])).toEqual([
      [1, "b"],
      [2, "a"],
    ]);
  });

  test("rows of a table that goes on over pages are cited on their own pages", async () => {
    const text = "Order | Amount\nA-1 | 10\nA-2 | 20";
    const box = (top: number) => ({ left: 10, top, width: 100, height: 50 });
    const parts = [
      { page: 3, char_start: 0, bounding_box: box(700) },
      { page: 4, char_start: 24, bounding_box: box(40) },
    ];
    const table = passage("t", text);
    const element = { ...table.element, boundingBox: box(700), metadata: { table_parts: parts } };
    const citer = createCiter([{ ...table, element }], complete);
    await citer.cite(cited("A-1 | 10", [0, 15, 23]));
    await citer.cite(cited("A-2 | 20", [0, 24, 32]));
    expect(citer.citations().map(({ pageNumber, boundingBox }) => [pageNumber, boundingBox?.top])).toEqual([
      [3, 700],
      [4, 40],
    ]);
  });

  test("a statement that is less sure has a number of its own, so that a verdict holds for all it marks", async () => {
    const citer = createCiter([passage("a", "Alpha. Beta.")], complete);
    await citer.cite(cited("Alpha.", [0, 0, 6]));
    await citer.cite({ ...cited("In other words.", [0, 7, 12]), verdict: "unverified" });
    expect(citer.citations().map(({ index, verdict, quote }) => [index, verdict, quote])).toEqual([
      [1, "verified", "Alpha."],
      [2, "unverified", "Beta."],
    ]);
  });

  test("a statement that a judge sees otherwise has a number of its own, which says what it saw", async () => {
    const citer = createCiter([passage("a", "Alpha. Beta.")], complete);
    const opinions = ["contradicted", "unsure", "contradicted"] as const;
    for (const opinion of opinions)
      await citer.cite({
        ...cited("In other words.", [0, 7, 12]),
        verdict: "unverified",
        judged: { judge: "nli", opinion, score: 0.95 },
      });
    expect(citer.citations().map(({ index, judged }) => [index, judged?.opinion])).toEqual([
      [1, "contradicted"],
      [2, "unsure"],
    ]);
  });

  test("identical copies are one citation that names the other places", async () => {
    const text = "The warranty lasts two years from the date of purchase.";
    const other = { fileId: "g", fileName: "b.pdf", pageNumber: 7 };
    const citer = createCiter([passage("a", text), passage("b", text, other)], complete);
    const both = await citer.cite(cited(text, [0, 0, text.length], [1, 0, text.length]));
    expect(withMarkers(both, mark)).toBe("The warranty lasts two years from the date of purchase [1].");
    expect(citer.citations().map(({ fileId, copies }) => [fileId, copies])).toEqual([["f", [other]]]);
    const short = createCiter([passage("a", "Total: 100"), passage("b", "Total: 100", other)], complete);
    await short.cite(cited("Total: 100", [0, 0, 10], [1, 0, 10]));
    expect(short.citations()).toHaveLength(2);
  });

  test("the box is around the quoted words where these are known, else around the block", async () => {
    const block = { left: 10, top: 10, width: 200, height: 40 };
    const text = "Alpha beta. Gamma delta.";
    const element = { elementId: "a", position: 0, type: "NarrativeText" as const, text, pageNumber: 3 };
    const placed = passage("a", text, { element: { ...element, boundingBox: block } });
    // In half points: the distance in the text with a bit for a new line, the gap, the width, then top and height.
    const words = Uint8Array.from([1, 40, 60, 40, 24, 12, 10, 60, 13, 249, 1, 70, 80, 24, 12, 10, 70]);
    const places: unknown[] = [];
    for (const known of [words, null]) {
      const citer = createCiter([placed], createCompleteCitation({ wordBoxes: async () => known }));
      await citer.cite(cited("Gamma delta.", [0, 12, 24]));
      const [{ boundingBox, box, charStart, charEnd } = {}] = citer.citations();
      expect(text.slice(charStart, charEnd)).toBe("Gamma delta.");
      places.push([box, boundingBox]);
    }
    expect(places).toEqual([
      ["words", { left: 10, top: 30, width: 72.5, height: 12 }],
      ["block", block],
    ]);
  });

  test("bracketed text of a document is not a marker", async () => {
    const quoted = "Six prizes.[16] Signed [2](f|p3|s1|ee|fContract.pdf), see [Annex 1] and [3";
    const one = await createCiter([passage("a", quoted)], complete).cite(
      cited(quoted, [0, 0, quoted.length]),
    );
    const answer = withMarkers(one, mark);
    expect(answer.match(/\[\d+\]/g)).toEqual(["[1]"]);
    expect(answer.replaceAll("\u2060", "")).toBe(`${quoted} [1]`);
  });

  test("the file name in raw markup survives any character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (fileName) => {
        const markup = citationMarkup({
          ...{ index: 1, fileId: "f", pageNumber: 1, sectionNumber: 1, elementId: "e" },
          fileName,
        });
        const parsed = /^\[1\]\(([^)]*)\)$/.exec(markup)?.[1]?.split("|") ?? [];
        expect(parsed).toHaveLength(5);
        expect(decodeURIComponent(parsed[4]?.slice(1) ?? "")).toBe(fileName);
      }),
    );
  });
});

describe("textPreview", () => {
  test("takes the sentences a statement quotes", () => {
    const text = "One is here. Two is there. Three is far.";
    expect(textPreview(text, "Two is there. Three is far.")).toBe("Two is there. Three is far.");
    expect(textPreview(text, "It is said that two is there")).toBe("Two is there.");
  });

  test("is always word for word from the element, and short", () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 60 }),
        fc.string({ unit: "grapheme" }),
        fc.lorem(),
        (lorem, odd, statement) => {
          for (const text of [lorem, odd, `${lorem} ${odd}`, lorem.replaceAll(".", "")]) {
            const preview = textPreview(text, statement);
            expect(text).toContain(preview);
            expect(preview.length).toBeLessThanOrEqual(300);
          }
        },
      ),
    );
  });
});
