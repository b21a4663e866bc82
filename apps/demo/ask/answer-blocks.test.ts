import { describe, expect, it } from "vitest";
import { answerBlocks, splitSupported } from "./answer-blocks.ts";

describe("the sentence that a figure supports", () => {
  it.each([
    ["Two things. The policy covers avail", "Two things. ", "The policy covers avail"],
    ["The policy covers availability.", "", "The policy covers availability."],
    ["Without a policy. No. ", "Without a policy. No. ", ""],
    [" and more", " ", "and more"],
    ["", "", ""],
  ])("%j", (words, before, sentence) => {
    expect(splitSupported(words)).toEqual([before, sentence]);
  });
});

describe("the blocks of an answer", () => {
  it("are paragraphs divided at empty lines; line breaks inside stay", () => {
    expect(answerBlocks("One\ntwo [1]\n\n\nThree")).toEqual([
      { kind: "paragraph", text: "One\ntwo [1]" },
      { kind: "paragraph", text: "Three" },
    ]);
  });

  it("are items where a line begins with a dash or a number", () => {
    expect(answerBlocks("Needed:\n- a policy [1]\n  in writing\n2. security\n- 5 % of it")).toEqual([
      { kind: "paragraph", text: "Needed:" },
      { kind: "item", text: "a policy [1]\n  in writing" },
      { kind: "item", text: "security" },
      { kind: "item", text: "5 % of it" },
    ]);
  });

  it("are an empty list for an empty answer", () => {
    expect(answerBlocks(" \n")).toEqual([]);
  });
});
