/** A character that was read, how sure it is (0 to 1), and at which step of the line. */
export type ReadCharacter = { text: string; score: number; step: number };

/**
 * Reads the scores of a line: a row for each step from left to right, with a score for each class. Class 0 says that no new
 * character begins (connectionist temporal classification); class n is `characters[n - 1]`.
 */
export function decodeLine(scores: Float32Array, characters: readonly string[]): ReadCharacter[] {
  const classes = characters.length + 1;
  const read: ReadCharacter[] = [];
  let before = 0;
  for (let step = 0; step * classes < scores.length; step += 1) {
    const start = step * classes;
    let best = 0;
    for (let at = 1; at < classes; at += 1)
      if ((scores[start + at] as number) > (scores[start + best] as number)) best = at;
    if (best !== 0 && best !== before)
      read.push({ text: characters[best - 1] as string, score: scores[start + best] as number, step });
    before = best;
  }
  return read;
}
