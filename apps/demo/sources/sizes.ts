import { limits } from "@headwater/spec";

/** The largest file that the contract allows, as it says it: its megabyte has 1,024 kilobytes. */
export const maxFileInWords = `${limits.maxFileBytes / 1024 ** 2}\u00a0MB`;

const units = ["bytes", "kB", "MB", "GB"];

/**
 * For example "1.1 MB", "285 kB", "12 bytes": one decimal for MB and GB below 100. The space
 * before the unit does not break.
 */
export function sizeInWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)}\u00a0${bytes === 1 ? "byte" : units[unit]}`;
}

const small = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Writes numbers up to twelve as words. */
export const numberInWords = (count: number): string => small[count] ?? count.toLocaleString("en");

/** "one page", "18 pages". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
