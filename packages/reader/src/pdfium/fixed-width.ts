import type { Font } from "../layout/page.ts";
import type { PlacedWord } from "./placed-word.ts";

/** Words that tell something: letters of several widths, without those scripts in which every letter is as wide. */
const telling = /^[\u0021-\u024f\u0370-\u052f\u2010-\u2026]{3,}$/;
const letters = /\p{L}/gu;
const minWords = 3;
const minCharacters = 8;
/** Difference of the mean width of a letter between words, as a share of the font size. */
const maxDifference = 0.015;
/** All fonts for code have letters about this wide. */
const minPitch = 0.48;
const maxPitch = 0.72;

type Measure = { words: number; characters: Set<string>; min: number; max: number };

/**
 * Judges by the letters on the page which fonts are fixed-width. Names and flags of fonts tell it less reliably. A font
 * with few words keeps what they tell.
 */
export function measureFixedWidth(words: readonly PlacedWord[]): PlacedWord[] {
  const measures = new Map<Font, Measure>();
  for (const { word } of words) {
    if (word.direction !== 0 || !telling.test(word.text) || (word.text.match(letters)?.length ?? 0) < 2)
      continue;
    const width = (word.right - word.left) / (word.text.length * word.size);
    const measure = measures.get(word.font) ?? { words: 0, characters: new Set(), min: width, max: width };
    measure.words += 1;
    for (const character of word.text) measure.characters.add(character);
    measure.min = Math.min(measure.min, width);
    measure.max = Math.max(measure.max, width);
    measures.set(word.font, measure);
  }
  const changed = new Map<Font, Font>();
  for (const [font, { words: count, characters, min, max }] of measures) {
    if (count < minWords || characters.size < minCharacters) continue;
    const monospaced = max - min < maxDifference && min > minPitch && max < maxPitch;
    if (monospaced !== font.monospaced) changed.set(font, { ...font, monospaced });
  }
  if (changed.size === 0) return [...words];
  return words.map((placed) => {
    const font = changed.get(placed.word.font);
    return font ? { ...placed, word: { ...placed.word, font } } : placed;
  });
}
