import type { Cue } from "./cue.ts";

/** A passage that ends with a sentence is closed from here on; characters. */
const goodLength = 300;
/** No passage is longer, whether or not a sentence ends. */
const maxLength = 900;
/** Silence in seconds that ends a passage. */
const pause = 4;

/** Joins lines of captions to passages that can be read: whole sentences where the captions have any. */
export function passagesOf(cues: readonly Cue[]): Cue[] {
  const passages: Cue[] = [];
  let current: Cue | null = null;
  for (const cue of cues) {
    const isOver: boolean =
      current !== null &&
      (cue.start - current.end > pause ||
        current.text.length + cue.text.length > maxLength ||
        (current.text.length >= goodLength && /[.!?…。！？]["'”’)\]]*$/.test(current.text)));
    if (current === null || isOver) {
      current = { ...cue };
      passages.push(current);
    } else {
      current.text = `${current.text} ${cue.text}`;
      current.end = Math.max(current.end, cue.end);
    }
  }
  return passages;
}
