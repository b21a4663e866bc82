import type { Cue } from "./cue.ts";

/** Captions roll where at least this share of them repeats words of the one before. */
const minShare = 0.4;
const minPairs = 2;
/** A single word that comes twice may well have been said twice. */
const minWords = 2;
/** A caption shows two or three lines, so no more words of it come again. */
const maxWords = 60;
/** Captions that follow later than this (seconds) show new words only. */
const maxPause = 2;

/**
 * Each phrase once, where captions roll: each shows the last line of the one before above its own, or grows word by word
 * (as live captions and those of video platforms do).
 */
export function withoutRolling(cues: readonly Cue[]): Cue[] {
  const shared = cues.map((cue, index) => sharedWords(cues[index - 1], cue));
  const repeating = shared.filter((count) => count >= minWords).length;
  if (repeating < minPairs || repeating < minShare * (cues.length - 1)) return [...cues];
  return cues.flatMap((cue, index) => {
    const text = cue.text
      .split(" ")
      .slice(shared[index] ?? 0)
      .join(" ");
    return text === "" ? [] : [{ ...cue, text }];
  });
}

/** How many words at the end of one caption begin the next. */
function sharedWords(before: Cue | undefined, cue: Cue): number {
  if (!before || cue.start - before.end > maxPause) return 0;
  const [last, next] = [before.text.split(" "), cue.text.split(" ")];
  for (let count = Math.min(last.length, next.length, maxWords); count > 0; count -= 1) {
    if (count < minWords && count < last.length) return 0;
    if (last.slice(-count).join(" ") === next.slice(0, count).join(" ")) return count;
  }
  return 0;
}
