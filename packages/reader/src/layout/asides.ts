import { around, type Box } from "./box.ts";
import { joinWords } from "./line.ts";
import type { Word } from "./page.ts";
import { linesOfWords } from "./page-lines.ts";
import { turnOf } from "./reading-frame.ts";

/** Texts that read in another direction than the page. Each has its box in the same coordinates as the words. */
export function asideTexts(words: readonly Word[], width: number, height: number, main: Word["direction"]) {
  const asides: (Box & { text: string })[] = [];
  for (const direction of [0, 90, 180, 270] as const) {
    const same = words.filter((word) => word.direction === direction);
    if (same.length === 0) continue;
    // The directions refer to the displayed page. The words are already in the frame of its main direction.
    const relative = (((direction - (main ?? 0)) % 360) + 360) % 360;
    const turn = turnOf(relative as 0 | 90 | 180 | 270, width, height);
    const turned = same.map((word) => ({ ...word, ...turn.into(word) }));
    for (const line of linesOfWords(turned)) asides.push({ text: line.text, ...turn.back(line) });
  }
  const slanted = words.filter((word) => word.direction === null);
  if (slanted.length > 0) asides.push({ text: joinWords(slanted), ...around(slanted) });
  return asides;
}
