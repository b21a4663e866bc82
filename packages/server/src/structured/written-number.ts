import { numbersIn, plainNumber } from "../text/numbers.ts";

/** Words for powers that the numbers of a text do not have. */
const scales: [RegExp, number][] = [
  [/^\s*mrd/i, 1e9],
  [/^\s*(?:%|per\s?cent)/i, 0.01],
];
const decimals = [null, ".", ","] as const;

/**
 * The words of a text that write a number, with its sign, in whatever notation: "1.234,50", "(20.00)", "1.2 million", "19 %" for
 * 0.19. Undefined when none does. A number that is only written with the other sign is not found.
 */
export function writtenNumber(value: number, text: string): string | undefined {
  const isValue = (found: number): boolean => Math.abs(found - value) <= 1e-9 * Math.max(1, Math.abs(value));
  for (const decimal of decimals) {
    for (const found of numbersIn(text, decimal))
      if (isValue(found.value) || (found.percent && isValue(found.value / 100))) return found.text;
  }
  // Not a number of its own in the text: "10-20", "2024-05", "12 of 30".
  for (const match of text.matchAll(/\d(?:[\d.,'’\u00a0\u202f ]*\d)?/g)) {
    const [written] = match;
    const end = match.index + written.length;
    const sign = isNegative(text.slice(0, match.index), text.slice(end)) ? -1 : 1;
    const behind = text.slice(end, end + 12);
    for (const decimal of decimals) {
      const read = sign * (plainNumber(written, decimal) ?? Number.NaN);
      if (isValue(read)) return written;
      for (const [word, scale] of scales)
        if (isValue(read * scale) && word.test(behind)) return `${written}${word.exec(behind)?.[0]}`;
    }
  }
  return undefined;
}

/** A sign before or behind a number, or brackets around it; those behind a word hold a count: "Members (12)". */
function isNegative(before: string, behind: string): boolean {
  if (/(?:^|[\s(|:：=])[-−–]\p{Sc}?$/u.test(before) || /^-(?![\p{L}\p{N}])/u.test(behind)) return true;
  return /\(\s*\p{Sc}?$/u.test(before) && /^\s*\)/.test(behind) && !/\p{L}\s?\(\s*$/u.test(before);
}
