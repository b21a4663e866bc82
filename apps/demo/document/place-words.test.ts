import { expect, it } from "vitest";
import { placeWords } from "./place-words.ts";

it.each([
  ["report.pdf", 3, "p. 3", "page 3"],
  ["talk.PPTX", 3, "slide 3", "slide 3"],
  ["costs.xlsx", 2, "sheet 2", "sheet 2"],
  ["https://example.com/docs", 2, "p. 2", "page 2"],
  ["letter.docx", 1, "", "the document"],
  ["report.pdf", null, "", "the document"],
  [null, 4, "p. 4", "page 4"],
])("says where a passage of %j stands on its page %j", (name, page, short, long) => {
  expect(placeWords(name, page)).toEqual({ short, long });
});
