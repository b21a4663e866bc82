import type { Answer } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { example } from "../testing/example.ts";
import { type AnswerPart, splitCitations } from "./split-citations.ts";

const joined = (parts: AnswerPart[]) =>
  parts.map((part) => (part.type === "text" ? part.text : part.marker)).join("");

describe("splitCitations", () => {
  it("splits an answer at its citations", () => {
    const { answer, citations } = example<Answer>("askSources.200");
    expect(splitCitations(answer, citations)).toEqual([
      { type: "text", text: "The warranty lasts two years from the date of purchase " },
      { type: "citation", marker: "[1]", index: 1, citation: citations?.[0] },
      { type: "text", text: ". Seals are covered for one year " },
      { type: "citation", marker: "[2]", index: 2, citation: citations?.[1] },
      { type: "text", text: "." },
    ]);
  });

  it("leaves brackets that cite nothing in the text", () => {
    const answer = "See row [7] of [1](https://example.com/a), and [x].";
    expect(splitCitations(answer, [])).toEqual([{ type: "text", text: answer }]);
    expect(splitCitations(answer, null)).toEqual([{ type: "text", text: answer }]);
  });

  it("reads raw markup that no citation explains", () => {
    const marker = "[3](f-1|p4|s2|e77|fannual report (2024%29 a%7Cb.pdf)";
    expect(splitCitations(`Yes ${marker}.`)).toEqual([
      { type: "text", text: "Yes " },
      {
        type: "citation",
        marker,
        index: 3,
        citation: {
          index: 3,
          file_id: "f-1",
          file_name: "annual report (2024) a|b.pdf",
          page_number: 4,
          section_number: 2,
          element_id: "77",
        },
      },
      { type: "text", text: "." },
    ]);
  });

  it("reads markup with missing parts, and names with a bare percent sign", () => {
    const [part] = splitCitations("[1](f|p|s|e|f50%.pdf)");
    expect(part).toMatchObject({
      citation: {
        file_id: "f",
        page_number: null,
        section_number: null,
        element_id: null,
        file_name: "50%.pdf",
      },
    });
  });

  it("prefers the listed citation to the markup", () => {
    const citation = { index: 1, file_id: "listed" };
    expect(splitCitations("[1](other|p1|s1|e1|fa.pdf)", [citation])).toEqual([
      { type: "citation", marker: "[1](other|p1|s1|e1|fa.pdf)", index: 1, citation },
    ]);
  });

  it.each([{ citations: [] }, { citations: [{ index: 1, file_id: "listed" }] }])(
    "leaves markup that is no citation of the list in the text ($citations.length listed)",
    ({ citations }) => {
      const answer = "The contract says [7](stranger|p3|fSigned%20contract.pdf).";
      expect(splitCitations(answer, citations)).toEqual([{ type: "text", text: answer }]);
    },
  );

  // A search that went back to the start of each marker would take minutes.
  it.each([null, { index: 1 }])("gets through text made to keep it busy (listed: %j)", (citation) => {
    const answer = "[1](|p".repeat(200_000);
    expect(joined(splitCitations(answer, citation && [citation]))).toBe(answer);
  });

  it("finds markup behind markup that is not closed", () => {
    const parts = splitCitations("[1](f|p1|x [2](g|p2|fb.pdf)");
    expect(parts).toMatchObject([
      { type: "text", text: "[1](f|p1|x " },
      { type: "citation", index: 2, citation: { file_id: "g", page_number: 2 } },
    ]);
  });

  it("loses nothing of any answer", () => {
    const pieces = [
      "",
      "text ",
      "[1]",
      "[2]",
      "[7]",
      "[9](f|p1|s|e|fa.pdf)",
      "[1](",
      "|p2",
      ")",
      "](",
      "1",
      "[[",
    ];
    for (const first of pieces)
      for (const second of pieces)
        for (const third of pieces)
          for (const fourth of pieces) {
            const answer = first + second + third + fourth;
            expect(joined(splitCitations(answer, [{ index: 1 }, { index: 2 }]))).toBe(answer);
            expect(joined(splitCitations(answer))).toBe(answer);
          }
  });
});
