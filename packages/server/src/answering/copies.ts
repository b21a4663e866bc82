import type { Citation } from "./answer.ts";
import type { Passage } from "./answerer.ts";

/** In characters. The same shorter text in two files may be about two things: "Total: 100". */
const minCopy = 40;
/** Other places named in a citation. */
const maxCopies = 10;

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What passages share when they are one citation: the element, or a text of some length under the same heading. */
export function sameText({ fileId, elementId, text, sectionTitle }: Passage): string {
  const key = plain(text);
  return key.length < minCopy ? `${fileId}\n${elementId}` : `${plain(sectionTitle)}\n${key}`;
}

/** The other places of a passage's text among those that were read: the caller may see all of them. */
export function copiesOf(passage: Passage, passages: Passage[]): NonNullable<Citation["copies"]> {
  const wanted = sameText(passage);
  return passages
    .filter((other) => other.elementId !== passage.elementId && sameText(other) === wanted)
    .slice(0, maxCopies)
    .map(({ fileId, fileName, pageNumber }) => ({ fileId, fileName, pageNumber }));
}
