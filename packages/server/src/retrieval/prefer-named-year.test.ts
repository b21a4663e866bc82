import { describe, expect, it } from "vitest";
import { preferNamedYear } from "./prefer-named-year.ts";
import type { RetrievedChunk } from "./retrieved-chunk.ts";

const hit = (fileName: string, title: string, score: number): RetrievedChunk => ({
  chunkId: `${fileName} ${title}`,
  position: 0,
  title,
  text: "Revenue was 12 million in 2021, after 11 million in 2020.",
  pageNumber: 1,
  elementIds: [],
  fileId: fileName,
  fileName,
  versionId: fileName,
  score,
});
const filesOf = (hits: RetrievedChunk[]) => hits.map(({ fileName }) => fileName);

describe("hits for a question that names a year", () => {
  it("are first of the document that the question names, by its name or its title", () => {
    const named = [hit("kestrel-2021.pdf", "Revenue", 0.8), hit("kestrel-2020.pdf", "Revenue", 0.7)];
    expect(filesOf(preferNamedYear("Revenue of Kestrel in 2020?", named))).toEqual([
      "kestrel-2020.pdf",
      "kestrel-2021.pdf",
    ]);
    const titled = [
      hit("a.pdf", "Annual Report 2020 Halden › Revenue", 0.8),
      hit("b.pdf", "Annual Report 2021 Kestrel › Revenue", 0.75),
      hit("c.pdf", "Annual Report 2020 Kestrel › Revenue", 0.7),
    ];
    const found = preferNamedYear("Revenue of Kestrel in 2020?", titled);
    expect(found[0]?.fileName).toBe("c.pdf");
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).sort((one, other) => other - one),
    );
  });

  it("stay as they are unless some are of that year and some of another", () => {
    const hits = [hit("kestrel-2021.pdf", "", 0.8), hit("kestrel-2022.pdf", "", 0.7)];
    expect(preferNamedYear("Revenue of Kestrel in 2020?", hits)).toBe(hits);
    const same = [hit("a-2020.pdf", "", 0.8), hit("b-2020.pdf", "", 0.7)];
    expect(preferNamedYear("Revenue in 2020?", same)).toBe(same);
    const alone = [hit("manual.pdf", "", 0.8), hit("b-2020.pdf", "", 0.7)];
    expect(preferNamedYear("Revenue in 2020?", alone)).toBe(alone);
  });

  it("a number that is no year names none", () => {
    const hits = [hit("order-1999.5.pdf", "", 0.8), hit("part-2020.pdf", "", 0.7)];
    expect(preferNamedYear("Which part costs 2020.50 or A2020?", hits)).toBe(hits);
  });
});
