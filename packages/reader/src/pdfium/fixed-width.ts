import { median } from "../layout/page/box.ts";
import type { Font } from "../layout/page/page.ts";
import type { PlacedWord } from "./placed-word.ts";

/** Words that are evidence: letters of several widths, without those scripts in which every letter is as wide. */
const telling = /^(?=.*\p{L}.*\p{L})[\u0021-\u024f\u0370-\u052f\u2010-\u2026]{3,}$/u;
const minWords = 3;
/** More words of a font add nothing. */
const maxWords = 60;
const minCharacters = 8;
/** Difference of the mean width of a letter from that of other words, as a share of the font size. */
const maxDifference = 0.008;
/** All fonts for code have letters about this wide. */
const minPitch = 0.48;
const maxPitch = 0.72;

/** A few words are wider: a substitute font may have a letter that is wider than its place. */
const minShare = 0.8;

type Measure = { widths: number[]; characters: Set<string> };

/**
 * Judges by the letters on the page which fonts are fixed-width. Names and flags of fonts are less reliable. A font
 * with few words keeps what they say.
 */
export function measureFixedWidth(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const measures = new Map<Font, Measure>();
  for (const { word } of words) {
    if (word.text.length < 3 || word.direction !== 0) continue;
    const measure = measures.get(word.font) ?? { widths: [], characters: new Set() };
    if (measure.widths.length >= maxWords || !telling.test(word.text)) continue;
    measure.widths.push((word.right - word.left) / (word.text.length * word.size));
    for (const character of word.text) measure.characters.add(character);
    measures.set(word.font, measure);
  }
  const changed = new Map<Font, Font>();
  for (const [font, measure] of measures) {
    if (measure.widths.length < minWords || measure.characters.size < minCharacters) continue;
    const monospaced = hasOnePitch(measure.widths);
    if (monospaced !== font.monospaced) changed.set(font, { ...font, monospaced });
  }
  if (changed.size === 0) return words;
  return words.map((placed) => {
    const font = changed.get(placed.word.font);
    return font ? { ...placed, word: { ...placed.word, font } } : placed;
  });
}

function hasOnePitch(widths: number[]): boolean {
  const pitch = median(widths);
  if (pitch < minPitch || pitch > maxPitch) return false;
  return widths.filter((width) => Math.abs(width - pitch) < maxDifference).length >= minShare * widths.length;
}
