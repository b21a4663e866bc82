/** The side of a number that a text means. */
type Side = "above" | "below";

const sides: [RegExp, Side][] = [
  [/\b(?:over|above|more than|at least|exceeding|exceeds?|from|minimum(?: of)?)\s+$/i, "above"],
  [/\b(?:under|below|less than|at most|up to|within|until|maximum(?: of)?)\s+$/i, "below"],
];

/** The numbers of a text that follow a word of comparison, with their side: "over 12 m" → 12 above. */
function boundsOf(text: string): Map<string, Side> {
  const bounds = new Map<string, Side>();
  for (const { 0: number, index } of text.matchAll(/\d[\d.,]*/g)) {
    const before = text.slice(Math.max(0, index - 24), index);
    const side = sides.find(([pattern]) => pattern.test(before))?.[1];
    if (side) bounds.set(number, side);
  }
  return bounds;
}

/**
 * Compares a sentence with the bounds in a question: 1 when it has a bound on the same side, -1 on the other side,
 * otherwise 0. The words of comparison are stop words, so only this tells "over 12 m" from "up to 12 m".
 */
export function boundAgreement(question: string): (sentence: string) => -1 | 0 | 1 {
  const asked = boundsOf(question);
  if (asked.size === 0) return () => 0;
  return (sentence) => {
    for (const [number, side] of boundsOf(sentence)) {
      const wanted = asked.get(number);
      if (wanted) return wanted === side ? 1 : -1;
    }
    return 0;
  };
}
