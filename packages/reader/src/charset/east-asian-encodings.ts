import iconv from "iconv-lite";
import { commonCharacters } from "./generated/language-statistics.ts";

/** An encoding of Chinese, Japanese or Korean: characters take one, two or more bytes. */
export type EastAsianEncoding = {
  /** As iconv-lite names it. */
  charset: string;
  language: string;
  /** Number of bytes of the character that begins with these; 0 when no character does. */
  size: (first: number, second: number, third: number) => number;
  /** Whether a character of two bytes is on the standard's list of everyday characters. */
  everyday: (first: number) => boolean;
};

const between = (value: number, from: number, to: number): boolean => value >= from && value <= to;
const high = (value: number): boolean => between(value, 0xa1, 0xfe);

export const eastAsianEncodings: readonly EastAsianEncoding[] = [
  {
    charset: "cp932",
    language: "ja",
    size: (first, second) => {
      if (between(first, 0xa1, 0xdf)) return 1;
      const lead = between(first, 0x81, 0x9f) || between(first, 0xe0, 0xfc);
      return lead && between(second, 0x40, 0xfc) && second !== 0x7f ? 2 : 0;
    },
    everyday: (first) => between(first, 0x88, 0x97),
  },
  {
    charset: "euc-jp",
    language: "ja",
    size: (first, second, third) => {
      if (first === 0x8e) return between(second, 0xa1, 0xdf) ? 2 : 0;
      if (first === 0x8f) return high(second) && high(third) ? 3 : 0;
      return high(first) && high(second) ? 2 : 0;
    },
    everyday: (first) => between(first, 0xb0, 0xcf),
  },
  {
    charset: "cp949",
    language: "ko",
    size: (first, second) =>
      between(first, 0x81, 0xfe) &&
      (between(second, 0x41, 0x5a) || between(second, 0x61, 0x7a) || between(second, 0x81, 0xfe))
        ? 2
        : 0,
    everyday: (first) => between(first, 0xb0, 0xc8),
  },
  {
    charset: "gb18030",
    language: "zh-Hans",
    size: (first, second) => {
      if (!between(first, 0x81, 0xfe)) return 0;
      if (between(second, 0x30, 0x39)) return 4;
      return between(second, 0x40, 0xfe) && second !== 0x7f ? 2 : 0;
    },
    everyday: (first) => between(first, 0xb0, 0xd7),
  },
  {
    charset: "big5",
    language: "zh-Hant",
    size: (first, second) =>
      between(first, 0x81, 0xfe) && (between(second, 0x40, 0x7e) || high(second)) ? 2 : 0,
    everyday: (first) => between(first, 0xa4, 0xc6),
  },
];

const isLatin = (byte: number): boolean => between(byte | 0x20, 0x61, 0x7a);

/** Characters of the list that are before the n-th one have this share in all: 1/n falls as real frequencies do. */
const commonShare = 0.9;
const firstRank = 5;
const everydayCharacter = 10.5;
const rareCharacter = 13;
const halfWidthCharacter = 8;
const invalid = 16;

/** Between Latin letters and characters there usually is a blank. Where every word mixes them, the encoding is wrong. */
const beside = 3;

/**
 * The cost of the text as characters of the encoding; lower is likelier. `latin` is what is between them, with a
 * blank for every run of characters.
 */
export function eastAsianCost(
  marked: Buffer,
  { charset, language, size, everyday }: EastAsianEncoding,
): { cost: number; latin: string } {
  const ranks = new Map([...(commonCharacters[language] ?? "")].map((character, rank) => [character, rank]));
  const scale = Math.log((ranks.size + firstRank) / firstRank) / commonShare;
  const known = new Map<number, number>();
  let cost = 0;
  let latin = "";
  let afterCharacter = false;
  for (let index = 0; index < marked.length; ) {
    const first = marked[index] ?? 0;
    if (first < 0x80) {
      const character = String.fromCharCode(first);
      if (afterCharacter && isLatin(first)) cost += beside;
      latin += character;
      afterCharacter = false;
      index += 1;
      continue;
    }
    if (isLatin(marked[index - 1] ?? 0) && !afterCharacter) cost += beside;
    if (!afterCharacter) latin += " ";
    afterCharacter = true;
    const second = marked[index + 1] ?? 0;
    const length = size(first, second, marked[index + 2] ?? 0);
    const key = first * 256 + second;
    let one = length === 2 ? known.get(key) : undefined;
    if (one === undefined) {
      const character = length > 0 ? iconv.decode(marked.subarray(index, index + length), charset) : "\ufffd";
      const rank = ranks.get(character);
      if (/[\ufffd\ue000-\uf8ff]/.test(character)) one = invalid;
      else if (rank !== undefined) one = Math.log((rank + firstRank) * scale);
      else if (length === 1) one = halfWidthCharacter;
      else one = everyday(first) && length === 2 ? everydayCharacter : rareCharacter;
      if (length === 2) known.set(key, one);
    }
    cost += one;
    index += Math.max(1, length);
  }
  return { cost, latin };
}
