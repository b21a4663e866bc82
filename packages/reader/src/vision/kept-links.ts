import type { BoundingBox, ParsedElement } from "../element.ts";
import type { PageLink } from "../layout/page/page.ts";
import { type KnownWord, tokensOf } from "./place-block.ts";

/**
 * The links of a page for what a model read of it: an element has a link when its text has the words that the link
 * is on. Where the element's own words were found on the page, the link must be among them, so that the second
 * "here" does not get the address of the first.
 */
export function createLinkFinder(links: readonly PageLink[], words: readonly KnownWord[]) {
  const phrases = links.flatMap(({ box, url }) => {
    const covered = words.filter((word) =>
      covers(box, (word.left + word.right) / 2, (word.top + word.bottom) / 2),
    );
    const phrase = phraseOf(covered.map(({ text }) => text).join(" "));
    return phrase === "  " ? [] : [{ box, url, phrase }];
  });
  return (text: ParsedElement["text"], place: BoundingBox | null): string[] => {
    const told = phraseOf(text);
    const found = phrases.filter(
      ({ box, phrase }) =>
        told.includes(phrase) &&
        (place === null || covers(place, box.left + box.width / 2, box.top + box.height / 2)),
    );
    return [...new Set(found.map(({ url }) => url))];
  };
}

/** With a space at both ends, so that whole words are compared. */
const phraseOf = (text: string): string => ` ${tokensOf(text).join(" ")} `;

const covers = ({ left, top, width, height }: BoundingBox, x: number, y: number): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;
