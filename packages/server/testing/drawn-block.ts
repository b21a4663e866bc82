import type { Part } from "./extract-parts.ts";

const characterWidth = 5;
const rowHeight = 12;
/** Word boxes are stored in half points. */
const inHalfPoints = (points: number): number => 2 * points;

/**
 * A block as a reader gives it: its rows joined to one text, with the place of each word. Words are in the form of
 * `ParsedElement.wordBoxes`.
 */
export function drawnBlock(
  rows: string[],
  at: { left: number; top: number },
  type = "NarrativeText" as const,
): Part {
  const bytes: number[] = [];
  const append = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
    bytes.push(rest);
  };
  const appendSigned = (value: number) => append(value < 0 ? -2 * value - 1 : 2 * value);
  let [start, lastStart, right, top] = [0, 0, 0, 0];
  for (const [index, row] of rows.entries()) {
    let left = inHalfPoints(at.left);
    for (const [word, written] of row.split(" ").entries()) {
      const width = inHalfPoints(characterWidth * written.length);
      append(2 * (start - lastStart) + Number(word === 0));
      appendSigned(left - right);
      append(width);
      if (word === 0) {
        const y = inHalfPoints(at.top + rowHeight * index);
        appendSigned(y - top);
        append(inHalfPoints(rowHeight - 2));
        top = y;
      }
      [lastStart, start, right] = [start, start + written.length + 1, left + width];
      left = right + inHalfPoints(characterWidth);
    }
  }
  return {
    type,
    text: rows.join(" "),
    boundingBox: {
      ...at,
      width: characterWidth * Math.max(...rows.map(({ length }) => length)),
      height: rowHeight * rows.length - 2,
    },
    wordBoxes: Uint8Array.from(bytes),
  };
}
