import { pageNoun } from "./page-reading.ts";
import { isLaidOut } from "./pictured.ts";

export type PlaceWords = {
  /** "p. 3", "slide 3", "sheet 3". Empty where the number says nothing to a reader. */
  short: string;
  /** "page 3", "the document", to follow "Open". */
  long: string;
};

/**
 * Where a passage is in a file. A Word document is laid out anew by each program: the page that its text counts is
 * not the one that its pictures show.
 */
export function placeWords(fileName: string | null | undefined, page: number | null | undefined): PlaceWords {
  const file_type = fileName?.split(".").pop() ?? "";
  if (!page || isLaidOut({ file_type })) return { short: "", long: "the document" };
  const noun = pageNoun({ file_type }).toLowerCase();
  return { short: noun === "page" ? `p. ${page}` : `${noun} ${page}`, long: `${noun} ${page}` };
}
