import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSentences } from "./sentences.ts";

const split = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe("splitSentences", () => {
  const cases: [string, string[]][] = [
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    ["Dr. Smith met Mrs. Jones. They talked.", ["Dr. Smith met Mrs. Jones.", "They talked."]],
    ["Use a salt, i.e. Sodium chloride. It helps.", ["Use a salt, i.e. Sodium chloride.", "It helps."]],
    ["See Fig. 3 and No. 5. The rest follows.", ["See Fig. 3 and No. 5.", "The rest follows."]],
    ["She said no. Then she left.", ["She said no.", "Then she left."]],
    ["Pi is 3.14 exactly. Not 3.", ["Pi is 3.14 exactly.", "Not 3."]],
    ["J. R. R. Tolkien wrote it. He was English.", ["J. R. R. Tolkien wrote it.", "He was English."]],
    [
      "The U.S. Navy sailed. It left the U.S. In 1990 it returned.",
      ["The U.S. Navy sailed.", "It left the U.S.", "In 1990 it returned."],
    ],
    [
      "Apple Inc. Chairman spoke. He works at Apple Inc. The end.",
      ["Apple Inc. Chairman spoke.", "He works at Apple Inc.", "The end."],
    ],
    [
      "Apples, pears, etc. are fruit. Carrots etc. Are not.",
      ["Apples, pears, etc. are fruit.", "Carrots etc.", "Are not."],
    ],
    ["1. Introduction to it. 2. More.", ["1. Introduction to it.", "2. More."]],
    ["It was 1990. Everything changed.", ["It was 1990.", "Everything changed."]],
    ["Am 3. Oktober 1990 geschah es. Danach nicht.", ["Am 3. Oktober 1990 geschah es.", "Danach nicht."]],
    ['"Really?" he asked. "Yes." She nodded.', ['"Really?" he asked.', '"Yes."', "She nodded."]],
    ["As was shown.[12] The next one.", ["As was shown.[12]", "The next one."]],
    ["Wait... what? Well... Yes.", ["Wait... what?", "Well...", "Yes."]],
    [
      "日本語の文です。次の文！「はい。」そうです",
      ["日本語の文です。", "次の文！", "「はい。」", "そうです"],
    ],
    ["هل هذا سؤال؟ نعم. انتهى", ["هل هذا سؤال؟", "نعم.", "انتهى"]],
    ["यह एक वाक्य है। दूसरा वाक्य।", ["यह एक वाक्य है।", "दूसरा वाक्य।"]],
    ["Heading line\nTotal: 5\nTax: 3", ["Heading line", "Total: 5", "Tax: 3"]],
    [
      "This line was wrapped by the one who typed it,\nso it goes on here. End.",
      ["This line was wrapped by the one who typed it,\nso it goes on here.", "End."],
    ],
    ["a study of wings . the results were good .", ["a study of wings .", "the results were good ."]],
    ["all lowercase here. nothing else. ok", ["all lowercase here.", "nothing else.", "ok"]],
    ["Visit example.com today. Version 2.0.1 is out.", ["Visit example.com today.", "Version 2.0.1 is out."]],
  ];
  it.each(cases)("%s", (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it("returns nothing for text that is only white space", () => {
    expect(splitSentences(" \n\t ")).toEqual([]);
  });

  it("leaves out only white space, and keeps the order", () => {
    const piece = fc.constantFrom(
      "Dr",
      "A",
      ".",
      "?",
      "。",
      " ",
      "\n",
      "3",
      "[1]",
      '"',
      "word",
      "etc",
      "…",
      "é",
      "𝒳",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        let at = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(text.slice(at, start).trim()).toBe("");
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          at = end;
        }
        expect(text.slice(at).trim()).toBe("");
      }),
    );
  });
});
