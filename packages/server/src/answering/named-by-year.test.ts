import { describe, expect, it } from "vitest";
import type { RetrievedChunk } from "../retrieval/retrieved-chunk.ts";
import { namedByYear } from "./named-by-year.ts";

const chunk = (fileName: string, title: string): RetrievedChunk => ({
  chunkId: `${fileName} ${title}`,
  position: 0,
  title,
  text: "",
  pageNumber: 1,
  elementIds: [],
  fileId: fileName,
  fileName,
  versionId: fileName,
  score: 0.5,
});
const chunks = [
  chunk("scan-1.pdf", "Annual Report 2021 Kestrel Marine AG › Revenue"),
  chunk("scan-2.pdf", "Annual Report 2022 Kestrel Marine AG › Revenue"),
  chunk("halden-report-2022.pdf", "Revenue"),
  chunk("scan-3.pdf", "Annual Report 2022 Kestrel Air › Revenue"),
];

describe("documents that a question names by name and year", () => {
  it.each([
    ["What was the revenue of Kestrel Marine in 2022?", "scan-2.pdf", "What was the revenue?"],
    ["Who audited the 2021 accounts of Kestrel Marine?", "scan-1.pdf", "Who audited the accounts?"],
    [
      "How much energy did Halden's plants use in 2022?",
      "halden-report-2022.pdf",
      "How much energy did plants use?",
    ],
  ])("%s", (question, fileName, put) => {
    const named = namedByYear(question, chunks);
    expect(named?.chunks.map((each) => each.fileName)).toEqual([fileName]);
    expect(named?.question).toBe(put);
  });

  it.each([
    "What was the revenue in 2022?",
    "What was the revenue of Kestrel?",
    "Revenue of Kestrel in 2019?",
    "",
  ])("none by %j", (question) => expect(namedByYear(question, chunks)).toBeUndefined());
});
