import { languageFit, usualCost } from "../../charset/language-fit.ts";
import { garbledWords, type IsGarbledWord } from "../../layout/lines/garbled-text.ts";
import { contains } from "../../layout/page/box.ts";
import type { Word } from "../../layout/page/page.ts";

/** Letters reach beyond the boxes that a font states, by at most this share of its size. */
const reach = 0.35;
/** A recognition that finds fewer words than this share of the garbled ones has not read them. */
const minShare = 0.3;

/**
 * The words of a page with the garbled ones replaced by what was recognised in their places. Null where too little was
 * recognised there, or letters of another script than the rest of the page, or of none of its languages: a recognition that
 * knows Latin letters only finds look-alikes of others.
 */
export function replaceGarbled(
  words: readonly Word[],
  isGarbled: IsGarbledWord,
  recognised: readonly Word[],
): Word[] | null {
  const garbled = words.filter(isGarbled);
  const sound = words.filter((word) => !isGarbled(word));
  const places = garbled.map(({ left, top, right, bottom, size }) => ({
    left: left - reach * size,
    top: top - reach * size,
    right: right + reach * size,
    bottom: bottom + reach * size,
  }));
  const found = recognised.filter((word) => {
    const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
    return places.some((place) => contains(place, x, y)) && !sound.some((other) => contains(other, x, y));
  });
  if (found.length < minShare * garbled.length || garbledWords(found) !== null) return null;
  if (isLatin(found) && !(isLatin(sound) && isLatin(garbled) && readsLike(sound, found))) return null;
  const at = words.findIndex(isGarbled);
  return [...words.slice(0, at), ...found, ...words.slice(at).filter((word) => !isGarbled(word))];
}

/** Whether words are of the language of others. Few words never show that they are of none, so they have to show this. */
function readsLike(sound: readonly Word[], found: readonly Word[]): boolean {
  const own = languageFit(sound.map(({ text }) => text));
  const fit = languageFit(
    found.map(({ text }) => text),
    own === null ? undefined : [own.language],
  );
  return fit !== null && fit.cost <= usualCost;
}

/** Whether at least half of the letters are Latin. */
export function isLatin(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join("");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= 0.5 * letters;
}
