import { describe, expect, it } from "vitest";
import { collapseCopies } from "./collapse-copies.ts";
import type { RetrievedChunk } from "./retrieved-chunk.ts";

const chunk = (chunkId: string, text: string, title = "Travel"): RetrievedChunk => ({
  chunkId,
  position: 0,
  title,
  text,
  pageNumber: 3,
  elementIds: [chunkId],
  fileId: `file ${chunkId}`,
  fileName: `${chunkId}.pdf`,
  versionId: chunkId,
  score: 0.5,
});
const policy =
  "Employees book trains in second class and flights in economy. The line manager approves each trip beforehand. " +
  "Receipts are handed in within 30 days, and Acme Ltd refunds them with the next salary. Taxis are paid only at night. " +
  "Hotels are booked through the travel desk, which knows the rates that were agreed with the larger chains, and breakfast is " +
  "part of the price wherever that can be had. Whoever travels with a private car gets the cost of the train.";
const idsOf = (chunks: RetrievedChunk[]) =>
  collapseCopies(chunks).map(({ chunkId, copies = [] }) => [chunkId, ...copies.map((copy) => copy.chunkId)]);

describe("copies among hits", () => {
  it("collapse into the best, which names the others", () => {
    const spaced = chunk("b", policy.replaceAll(" ", "\n "));
    const [hit, next] = collapseCopies([chunk("a", policy), spaced, chunk("c", "Another text.")]);
    expect(hit?.copies?.map(({ fileName, pageNumber }) => [fileName, pageNumber])).toEqual([["b.pdf", 3]]);
    expect(next?.chunkId).toBe("c");
  });

  it("collapse when a few plain words differ", () => {
    expect(idsOf([chunk("a", policy), chunk("b", policy.replace("beforehand", "in advance"))])).toEqual([
      ["a", "b"],
    ]);
  });

  it.each([
    ["a number", policy.replace("30", "60")],
    ["a name", policy.replace("Acme", "Delta")],
    ["a negation", policy.replace("are paid only", "are not paid")],
    [
      "more than a few words",
      policy.replace("trains in second class and flights in economy", "whatever is cheap"),
    ],
  ])("stay apart when they differ in %s", (_, other) => {
    expect(idsOf([chunk("a", policy), chunk("b", other)])).toEqual([["a"], ["b"]]);
  });

  it("stay apart under other headings, and when they are short", () => {
    expect(idsOf([chunk("a", policy, "Travel 2023"), chunk("b", policy, "Travel 2024")])).toEqual([
      ["a"],
      ["b"],
    ]);
    expect(idsOf([chunk("a", "Total: 100", ""), chunk("b", "Total: 100", "")])).toEqual([["a"], ["b"]]);
  });

  it("name ten places at most, and keep those that were found already", () => {
    const many = Array.from({ length: 30 }, (_, at) => chunk(`${at}`, policy));
    const [hit] = collapseCopies(many);
    expect(hit?.copies).toHaveLength(10);
    const [again] = collapseCopies([chunk("x", policy), hit as RetrievedChunk]);
    expect(again?.copies).toHaveLength(10);
    expect(again?.copies?.[0]?.chunkId).toBe("0");
  });
});
