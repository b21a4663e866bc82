import type { BoundingBox } from "../element.ts";
import type { SeenBlock } from "./vision.ts";

/** A word of the page's own text, with its place in points. */
export type KnownWord = { text: string; left: number; top: number; right: number; bottom: number };

/** A block is where this share of its words is in a row. */
const minFound = 0.7;
/** Shorter runs are in many places of a page. */
const minLetters = 4;
const maxTries = 200;

/**
 * Finds blocks among the words that the page is known to have, and answers the box around them. Models know little of
 * places, and the text layer knows all. Each word belongs to one block at most; null where a block is not found.
 */
export function createPlacer(words: readonly KnownWord[]): (block: SeenBlock) => BoundingBox | null {
  const tokens = words.flatMap((word) => tokensOf(word.text).map((token) => ({ token, word })));
  const used = new Set<number>();
  const starts = new Map<string, number[]>();
  tokens.forEach(({ token }, index) => {
    const found = starts.get(token);
    if (found) found.push(index);
    else starts.set(token, [index]);
  });

  return ({ text, rows }) => {
    const wanted = tokensOf(rows && rows.length > 0 ? rows.flat().join(" ") : text);
    if (wanted.join("").length < minLetters) return null;
    let best: number[] = [];
    for (const start of (starts.get(wanted[0] ?? "") ?? []).slice(0, maxTries)) {
      if (used.has(start)) continue;
      const found = follow(tokens, used, wanted, start);
      if (found.length > best.length) best = found;
      if (best.length === wanted.length) break;
    }
    if (best.length < minFound * wanted.length) return null;
    for (const index of best) used.add(index);
    return around(best.flatMap((index) => tokens[index]?.word ?? []));
  };
}

/** How far the next word of a block may be from the last one: marks and a line's hyphen come between. */
const maxGap = 4;

function follow(
  tokens: readonly { token: string }[],
  used: ReadonlySet<number>,
  wanted: readonly string[],
  start: number,
): number[] {
  const found: number[] = [];
  let next = start;
  for (const token of wanted) {
    for (let at = next; at < Math.min(next + maxGap, tokens.length); at += 1) {
      if (tokens[at]?.token !== token || used.has(at)) continue;
      found.push(at);
      next = at + 1;
      break;
    }
  }
  return found;
}

/** The words of a text as they are compared: letters and digits, in small letters. */
export const tokensOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function around(words: readonly KnownWord[]): BoundingBox {
  const left = Math.min(...words.map((word) => word.left));
  const top = Math.min(...words.map((word) => word.top));
  const round = (points: number) => Math.round(points * 100) / 100;
  return {
    left: round(left),
    top: round(top),
    width: round(Math.max(...words.map((word) => word.right)) - left),
    height: round(Math.max(...words.map((word) => word.bottom)) - top),
  };
}
