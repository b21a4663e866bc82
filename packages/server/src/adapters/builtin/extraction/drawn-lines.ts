import { unpackWordBoxes, type WordBox } from "@headwater/reader";
import type { BoundingBox, Element } from "../../../elements/element.ts";

/** A line of an element's text; `box` is known where the reader knows the places of its words. */
export type DrawnLine = { text: string; box?: BoundingBox };

/** A word begins a new row when it is lower than the row by this share of its height. */
const rowShare = 0.6;
/** Width of a space, in heights of a word. */
const spaceShare = 0.25;
const endsAsLabel = /[:：]\s*$/u;
const beginsAsLabel = /^\p{Lu}[^:：.!?]{1,35}[:：](?:\s|$)/u;

/** Minimum rows of a block that is judged by its words a row. Blocks of addresses and of fields have few, prose has more. */
const minRows = 3;
const maxWordsOfList = 4;

/**
 * Lines of an element as its author broke them. Readers join the rows of a block, because prose wraps. A row ended by
 * its author where the next word would still have fitted beside it, after a label, before a label, and in a block with
 * few words a row.
 */
export function drawnLines({ text, wordBoxes }: Element): DrawnLine[] {
  const rows = wordBoxes === undefined ? [] : rowsOf([...unpackWordBoxes(wordBoxes)]);
  if (rows.length === 0) return splitAtBreaks(text);
  const isList = rows.length >= minRows && rows.flat().length <= maxWordsOfList * rows.length;
  const blockRight = isList ? Number.POSITIVE_INFINITY : Math.max(...rows.map(rightOf));
  const lines: { start: number; rows: WordBox[][] }[] = [];
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    // The text before the first known word belongs to the first line.
    const start = index === 0 ? 0 : (row[0]?.start ?? 0);
    const last = lines.at(-1);
    const end = rows[index + 1]?.[0]?.start ?? text.length;
    if (
      above &&
      last &&
      continues(above, row, blockRight, text.slice(last.start, start), text.slice(start, end))
    )
      last.rows.push(row);
    else lines.push({ start, rows: [row] });
  }
  return lines.flatMap(({ start, rows: drawn }, index) => {
    const pieces = splitAtBreaks(text.slice(start, lines[index + 1]?.start ?? text.length));
    return pieces.length === 1 ? pieces.map((piece) => ({ ...piece, box: boxOf(drawn.flat()) })) : pieces;
  });
}

const splitAtBreaks = (text: string): DrawnLine[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ text: line }));

function rowsOf(words: WordBox[]): WordBox[][] {
  const rows: WordBox[][] = [];
  for (const word of words) {
    const [first] = rows.at(-1) ?? [];
    const last = rows.at(-1)?.at(-1);
    if (first && last && word.top < first.top + rowShare * first.height && word.left >= last.left)
      rows.at(-1)?.push(word);
    else rows.push([word]);
  }
  return rows;
}

const rightOf = (row: WordBox[]): number => Math.max(...row.map(({ left, width }) => left + width));

function continues(
  above: WordBox[],
  row: WordBox[],
  blockRight: number,
  textAbove: string,
  text: string,
): boolean {
  const [first] = row;
  if (!first || textAbove.includes("\n") || endsAsLabel.test(textAbove) || beginsAsLabel.test(text))
    return false;
  return rightOf(above) + spaceShare * first.height + first.width > blockRight;
}

function boxOf(words: WordBox[]): BoundingBox {
  const left = Math.min(...words.map((word) => word.left));
  const top = Math.min(...words.map((word) => word.top));
  const right = Math.max(...words.map((word) => word.left + word.width));
  const bottom = Math.max(...words.map((word) => word.top + word.height));
  return { left, top, width: right - left, height: bottom - top };
}
