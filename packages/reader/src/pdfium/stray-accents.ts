import type { Word } from "../layout/page/page.ts";
import { accented, combiningMark } from "./detached-accents.ts";
import type { PlacedWord } from "./placed-word.ts";

const narrow = /[iljtfrI.,:;'’()[\]-]/;
const wide = /[mwMW]/;
/** The letter under an accent is at most this far from the accent's middle, in font sizes. */
const maxDistance = 0.4;

/**
 * Composes accents that the content of the page sets far from their letters: a word that is nothing but an accent, and
 * is over the letter of another word.
 */
export function composeStrayAccents(placed: readonly PlacedWord[]): PlacedWord[] {
  const strays = placed.filter(
    ({ word }) => word.text.length === 1 && word.direction === 0 && combiningMark(word.text) !== undefined,
  );
  if (strays.length === 0 || strays.length > maxStrays) return [...placed];
  const composed = new Set<PlacedWord>();
  for (const stray of strays) {
    const host = placed.find(({ word }) => word !== stray.word && holds(word, stray.word));
    if (host && compose(host.word, stray.word)) composed.add(stray);
  }
  return placed.filter((item) => !composed.has(item));
}

const maxStrays = 1_000;

function holds(word: Word, accent: Word): boolean {
  const x = (accent.left + accent.right) / 2;
  const y = (accent.top + accent.bottom) / 2;
  if (word.direction !== 0 || x < word.left || x > word.right) return false;
  // The accent of a capital stands higher than the others.
  return y > word.top - 0.3 * word.size && y < word.bottom && /\p{L}/u.test(word.text);
}

const diaeresis = "\u0308";

/** Whether letters of a language in use have this accent. */
function bears(letter: string, mark: string): boolean {
  if (mark === diaeresis && !/[aeiouy]/i.test(letter)) return false;
  return [...accented(letter, mark)].length === 1;
}

function compose(word: Word, accent: Word): boolean {
  const mark = combiningMark(accent.text) ?? "";
  const characters = [...word.text];
  const weights = characters.map((character) =>
    narrow.test(character) ? 0.6 : wide.test(character) ? 1.5 : 1,
  );
  const unit = (word.right - word.left) / weights.reduce((sum, weight) => sum + weight, 0);
  const middle = (accent.left + accent.right) / 2;
  let left = word.left;
  let best = -1;
  let nearest = maxDistance * word.size;
  characters.forEach((character, index) => {
    const width = unit * (weights[index] ?? 1);
    const distance = Math.abs(left + width / 2 - middle);
    if (distance < nearest && bears(character, mark)) {
      nearest = distance;
      best = index;
    }
    left += width;
  });
  if (best < 0) return false;
  characters[best] = accented(characters[best] ?? "", mark);
  word.text = characters.join("");
  return true;
}
