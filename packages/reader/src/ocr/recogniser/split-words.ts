import type { ReadCharacter } from "./decode-line.ts";
import type { ReadWord } from "./recogniser-messages.ts";

/** A character is read at its middle. Half of it, and half of a space, lie between that and the next word, and no more steps. */
const gapShare = 1 / 3;
const maxHalf = 1.5;

/** The words of a line that was read in so many steps. Spaces separate them; the first and the last reach to the line's ends. */
export function splitWords(characters: readonly ReadCharacter[], steps: number): ReadWord[] {
  const runs: ReadCharacter[][] = [[]];
  for (const character of characters) {
    if (/^\s$/u.test(character.text)) runs.push([]);
    else runs.at(-1)?.push(character);
  }
  const words = runs.filter((run) => run.length > 0);
  const firstOf = (at: number) => words[at]?.[0]?.step ?? 0;
  const lastOf = (at: number) => words[at]?.at(-1)?.step ?? 0;
  const halfBefore = (at: number) => Math.min(maxHalf, gapShare * (firstOf(at) - lastOf(at - 1)));
  return words.map((word, at) => ({
    text: word
      .map(({ text }) => text)
      .join("")
      .normalize("NFC"),
    // Places of steps are those of their middles.
    start: at === 0 ? 0 : (firstOf(at) + 0.5 - halfBefore(at)) / steps,
    end: at === words.length - 1 ? 1 : (lastOf(at) + 0.5 + halfBefore(at + 1)) / steps,
    score: meanScore(word),
  }));
}

/**
 * Characters in a piece of a line that is as long as it is high. A line has 1 to 3, and a wide leader in it leaves .3. Of a line in
 * letters that it does not know, the recogniser sees the commas alone, and is sure of them.
 */
const minDensity = 0.2;

/** How sure a line is that is so many times as long as high, from 0 to 1: less where it has too few characters. */
export function lineScore(characters: readonly ReadCharacter[], length: number): number {
  // Between words that it does not see, it sees the spaces.
  const seen = characters.filter(({ text }) => text.trim() !== "");
  return meanScore(seen) * Math.min(1, seen.length / (minDensity * length));
}

/** 0 for a line without characters. */
export const meanScore = (read: readonly { score: number }[]): number =>
  read.reduce((sum, { score }) => sum + score, 0) / Math.max(1, read.length);
