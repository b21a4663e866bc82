import type { Element } from "@headwater/client";

/** Cuts a text into what matches the words and what does not, for marking. Case and accents do not count. */
export function cutAtMatches(text: string, words: string): { text: string; isMatch: boolean }[] {
  const needle = plain(words.trim());
  if (needle === "") return [{ text, isMatch: false }];
  const hay = plain(text);
  // Where taking off accents changed the length, places can't be carried over.
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

/** The elements whose text holds the words as they are typed; all of them without words. */
export function elementsWith<Found extends Pick<Element, "text">>(
  elements: readonly Found[],
  words: string,
): readonly Found[] {
  const needle = plain(words.trim());
  return needle === "" ? elements : elements.filter(({ text }) => plain(text).includes(needle));
}

const plain = (text: string) => text.normalize("NFC").replaceAll(/./gsu, plainCharacter).toLowerCase();

/** "é" to "e", where that leaves one character for one. */
function plainCharacter(character: string): string {
  const base = character.normalize("NFD").replaceAll(/\p{Mn}/gu, "");
  return base.length === character.length ? base : character;
}
