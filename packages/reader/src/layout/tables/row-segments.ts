import type { TextRow } from "../lines/text-rows.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Word } from "../page/page.ts";

const currency = /^(US|C|A)?[$€£¥]$/u;
const startsNumber = /^[(\-−–+]?[\p{N}.—–-]/u;
const unitAlone = /^(%|\)|%\))$/u;
const endsNumber = /\p{N}$/u;
const dots = /^[.·…_]{2,}$|^[.·…]$/u;
/** Leader dots at the end of a label. */
const endsInDots = /([.·…_]\s?){3,}$/u;

/** How far right of its currency sign a number stands, in font sizes. */
const maxSignGap = 9;

/**
 * The parts of a row as cells see them: a currency sign goes with its number and a unit with the number before it,
 * however wide the gap. Leader dots end a label.
 */
export function segmentsOfRow(row: TextRow): TextRow {
  const parts = row.lines.flatMap(cutAfterLeaders);
  const joined: Line[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before && belongsTo(before, part))
      joined[joined.length - 1] = makeLine([...before.words, ...part.words]);
    else joined.push(part);
  }
  return { ...row, lines: joined.map(withoutLeaderBox) };
}

/** Leader dots run as far as the number leaves room. They stay in the text, but take no place. */
function withoutLeaderBox(line: Line): Line {
  const last = line.words.findLastIndex((word) => !dots.test(word.text));
  if (last < 0 || line.rightToLeft || !endsInDots.test(line.text)) return line;
  const words = line.words.slice(0, last + 1);
  return { ...line, words, right: Math.max(...words.map((word) => word.right)) };
}

function belongsTo(before: Line, part: Line): boolean {
  const gap = part.left - before.right;
  const size = Math.max(before.size, part.size);
  if (currency.test(before.text)) return startsNumber.test(part.text) && gap < maxSignGap * size;
  if (unitAlone.test(part.text)) return endsNumber.test(before.text) && gap < 1.5 * size;
  // A row of dots in a font of its own, or with wide spaces between the dots.
  return (
    part.words.every((word) => dots.test(word.text)) &&
    /\p{L}|[.·…_]{2}$/u.test(before.text) &&
    gap < 3 * size
  );
}

function cutAfterLeaders(line: Line): Line[] {
  if (!/[.·…_]{2}|[.·…]\s[.·…]/u.test(line.text) || line.rightToLeft) return [line];
  const pieces: Word[][] = [[]];
  let text = "";
  for (const word of line.words) {
    if (
      endsInDots.test(text) &&
      !dots.test(word.text) &&
      word.left > (pieces.at(-1)?.at(-1)?.right ?? 0) - 1
    ) {
      pieces.push([]);
      text = "";
    }
    pieces.at(-1)?.push(word);
    text += `${word.text} `;
  }
  return pieces.length === 1 ? [line] : pieces.map((words) => makeLine(words));
}
