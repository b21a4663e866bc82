import type { Element } from "@headwater/client";

/**
 * Splits a text into parts that match the words and parts that do not, for highlighting. Case and accents are ignored.
 */
export function cutAtMatches(text: string, words: string): { text: string; isMatch: boolean }[] {
  const needle = plain(words.trim());
  if (needle === "") return [{ text, isMatch: false }];
  const hay = plain(text);
  // Removing accents changed the length, so positions cannot be mapped back.
  if (hay.length !== text.length) return [{ text, isMatch: false }];
  const parts: { text: string; isMatch: boolean }[] = [];
  let from = 0;
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false });
    from = at + needle.length;
    parts.push({ text: text.slice(at, from), isMatch: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}

/** Returns the elements whose text contains the words as typed. Without words it returns all elements. */
export function elementsWith<Found extends Pick<Element, "text">>(
  elements: readonly Found[],
  words: string,
): readonly Found[] {
  const needle = plain(words.trim());
  return needle === "" ? elements : elements.filter(({ text }) => plain(text).includes(needle));
}

const plain = (text: string) => text.normalize("NFC").replaceAll(/./gsu, plainCharacter).toLowerCase();

/** Turns "é" into "e" when the result is one character. */
function plainCharacter(character: string): string {
  const base = character.normalize("NFD").replaceAll(/\p{Mn}/gu, "");
  return base.length === character.length ? base : character;
}
