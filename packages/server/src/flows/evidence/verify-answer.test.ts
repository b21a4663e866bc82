import { expect, it } from "vitest";
import type { StoredChunk } from "../../chunks/chunk-store.ts";
import type { Element } from "../../elements/element.ts";
import { evidenceOf } from "./passage-evidence.ts";
import { verifyAnswer } from "./verify-answer.ts";

/** One chunk made of elements that stand on the given pages. */
async function evidenceFrom(parts: { text: string; pageNumber: number; html?: string }[]) {
  const elements = parts.map(
    (part, position): Element => ({
      ...part,
      elementId: `e${position}`,
      position,
      type: part.html === undefined ? "NarrativeText" : "Table",
    }),
  );
  const chunk: StoredChunk = {
    chunkId: "c",
    position: 0,
    text: parts.map(({ text }) => text).join("\n\n"),
    title: "",
    pageNumber: 1,
    elementIds: elements.map(({ elementId }) => elementId),
    fileId: "f",
    fileName: "report.pdf",
    versionId: "v",
  };
  const located = elements.map((element) => ({ versionId: "v", element, sectionNumber: 1 }));
  return evidenceOf({ located: async () => located }, [
    { passage: { id: "c", chunkIds: ["c"], score: 1 }, text: chunk.text, chunk },
  ]);
}

it("names the page on which the quote begins, not that of the chunk", async () => {
  const evidence = await evidenceFrom([
    { text: "The bridge was planned in 1890.", pageNumber: 1 },
    { text: "The bridge\nopened to trains in 1894.", pageNumber: 2 },
  ]);
  const { citations } = verifyAnswer(
    "The bridge opened to trains in 1894 [1]. The bridge was planned in 1890 [1].",
    evidence,
  );
  expect(citations.map(({ index, pageNumber, verdict }) => [index, pageNumber, verdict])).toEqual([
    [1, 2, "verified"],
    [2, 1, "verified"],
  ]);
});

it("names the page of a quote where the chunk holds parts of elements only", async () => {
  const evidence = await evidenceFrom([
    { text: "The bridge was planned in 1890.", pageNumber: 1 },
    { text: "It has six arches.", pageNumber: 2 },
    { text: "It was painted grey in 1930.", pageNumber: 3 },
  ]);
  for (const { elements } of evidence) {
    elements[0] = {
      ...(elements[0] as Element),
      text: "An earlier sentence. The bridge was planned in 1890.",
    };
    elements[2] = { ...(elements[2] as Element), text: "It was painted grey in 1930. A later sentence." };
  }
  const { citations } = verifyAnswer(
    "The bridge was planned in 1890 [1]. It has six arches [1]. It was painted grey in 1930 [1].",
    evidence,
  );
  expect(citations.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3]);
});

it("reads a table by its rows and columns", async () => {
  const html =
    "<table><thead><tr><th>Item</th><th>2022</th><th>2023</th></tr></thead><tbody><tr><td>Revenue</td><td>1,100</td><td>1,204</td></tr><tr><td>Costs</td><td>900</td><td>950</td></tr></tbody></table>";
  const evidence = await evidenceFrom([
    { text: "All figures are in thousands.", pageNumber: 1 },
    { text: "Item | 2022 | 2023\nRevenue | 1,100 | 1,204\nCosts | 900 | 950", pageNumber: 1, html },
  ]);
  expect(verifyAnswer("Revenue, 2023: 1,204 [1]", evidence)).toMatchObject({
    text: "Revenue, 2023: 1,204 [1]",
    citations: [{ verdict: "verified" }],
  });
  // The value stands in the row, but under another year.
  const { text } = verifyAnswer("Revenue, 2022: 1,204 [1]", evidence);
  expect(text).toBe("Revenue | 1,100 | 1,204 [1]");
});
