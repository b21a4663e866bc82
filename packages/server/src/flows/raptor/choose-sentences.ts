import { type WordVector, wordSpace } from "./word-space.ts";

/** Length of an extractive summary, in characters. */
const maxLength = 600;
/** Shorter sentences are labels, longer ones tables. */
const minSentence = 25;
const maxSentence = 400;
/** How much a sentence loses by saying what another one says. */
const repetitionCost = 0.7;

/**
 * The sentences that are nearest to what all of them say together, without repetition, in the order in which they came.
 * Where none is a whole sentence, the first one, whatever it is.
 */
export function chooseSentences<Sentence extends { text: string; vector: WordVector }>(
  sentences: Sentence[],
): Sentence[] {
  const whole = sentences.filter(({ text }) => text.length >= minSentence && text.length <= maxSentence);
  if (whole.length === 0) return sentences.slice(0, 1);
  const centre = wordSpace.centre(sentences.map(({ vector }) => vector));
  const open = new Map(whole.map((sentence) => [sentence, wordSpace.likeness(sentence.vector, centre)]));
  const chosen = new Set<Sentence>();
  let left = maxLength;
  while (open.size > 0) {
    const [best] = [...open].reduce((one, other) => (other[1] > one[1] ? other : one));
    open.delete(best);
    if (chosen.size > 0 && best.text.length > left) break;
    chosen.add(best);
    left -= best.text.length + 1;
    for (const [other, worth] of open) {
      const repeated = wordSpace.likeness(best.vector, other.vector);
      // A sentence that was said already says nothing.
      if (repeated > 0.95) open.delete(other);
      else open.set(other, worth - (repetitionCost * repeated) / (chosen.size + 1));
    }
  }
  return whole.filter((sentence) => chosen.has(sentence));
}
