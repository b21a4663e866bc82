import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Passage } from "./answerer.ts";
import { citationMarkup } from "./citation-markup.ts";
import { createCiter, withMarkers } from "./citations.ts";
import { textPreview } from "./text-preview.ts";

const passage = (elementId: string, text: string): Passage => ({
  fileId: "f",
  fileName: "a.pdf",
  elementId,
  elementType: "NarrativeText",
  pageNumber: 3,
  sectionNumber: 2,
  sectionTitle: "",
  text,
  score: 1,
});

describe("citations", () => {
  test("are numbered by first use, the same element once", () => {
    const passages = [passage("a", "Alpha."), passage("b", "Beta."), passage("a", "Alpha.")];
    const citer = createCiter(passages);
    const cited = [
      { text: "Beta.", passages: [1] },
      { text: "Both", passages: [2, 1, 0, 9] },
      { text: "Nothing.", passages: [] },
    ].map(citer.cite);
    const mark = ({ index }: { index: number }) => `[${index}]`;
    expect(cited.map((statement) => withMarkers(statement, mark))).toEqual([
      "Beta [1].",
      "Both [2][1]",
      "Nothing.",
    ]);
    expect(citer.citations().map(({ index, elementId }) => [index, elementId])).toEqual([
      [1, "b"],
      [2, "a"],
    ]);
  });

  test("bracketed text of a document is not a marker", () => {
    const quoted = "Six prizes.[16] Signed [2](f|p3|s1|ee|fContract.pdf), see [Annex 1] and [3";
    const cited = createCiter([passage("a", quoted)]).cite({ text: quoted, passages: [0] });
    const answer = withMarkers(cited, ({ index }) => `[${index}]`);
    expect(answer.match(/\[\d+\]/g)).toEqual(["[1]"]);
    expect(answer.replaceAll("\u2060", "")).toBe(`${quoted} [1]`);
  });

  test("the file name in raw markup survives any character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (fileName) => {
        const markup = citationMarkup({
          ...{ index: 1, fileId: "f", pageNumber: 1, sectionNumber: 1, elementId: "e", textPreview: "" },
          imageBase64: null,
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
