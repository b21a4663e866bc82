import { describe, expect, it } from "vitest";
import { markTerms, stemOf } from "./mark-terms.ts";

const marked = (passage: string, query: string) =>
  markTerms(passage, query)
    .filter((run) => run.marked)
    .map((run) => run.text);

describe("marking the terms of a query", () => {
  const query = "who can see the tax id";

  it("marks words in other forms and other spellings", () => {
    expect(marked("Managers see a masked version of TAX_ID with", query)).toEqual(["see", "TAX_ID"]);
    expect(marked("Any other person sees the entire TAX_ID as masked", query)).toEqual(["sees", "TAX_ID"]);
  });

  it("marks a stop word only when it leads to a marked word", () => {
    expect(marked("Employees can see only what they can", query)).toEqual(["can see"]);
    expect(marked("of the employees", query)).toEqual([]);
    expect(marked("to mask the TAX_ID", query)).toEqual(["TAX_ID"]);
    expect(marked("the state of the art", "state of the art")).toEqual(["state of the art"]);
  });

  it("marks stop words when the query has no other words", () => {
    expect(marked("What it is", "what is")).toEqual(["What", "is"]);
  });

  it("loses no text, and treats nothing as markup or a pattern", () => {
    const passage = "<b>a.c</b> [x](y) a+c \\ $& abc";
    expect(
      markTerms(passage, "a.c $& <b> (")
        .map((run) => run.text)
        .join(""),
    ).toBe(passage);
    expect(marked("1.5 (see) [x-z]*", "[x-z]* (")).toEqual(["x-z"]);
  });

  it("finds words without spaces between them, and with other accents", () => {
    expect(marked("東京都に住む", "東京都").join("")).toBe("東京都");
    expect(marked("Le résumé", "resume")).toEqual(["résumé"]);
  });

  it("marks nothing for an empty query", () => {
    expect(markTerms("Text", " ")).toEqual([{ text: "Text", marked: false }]);
  });
});

it.each([
  ["sees", "see"],
  ["policies", "policy"],
  ["policy", "policy"],
  ["masked", "mask"],
  ["masks", "mask"],
  ["boxes", "box"],
  ["running", "run"],
  ["status", "status"],
  ["access", "access"],
  ["string", "string"],
  ["his", "his"],
])("stems %s to %s", (word, stem) => {
  expect(stemOf(word)).toBe(stem);
});
