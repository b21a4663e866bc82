import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";

const central = ["windows-1250", "iso-8859-2"];
const western = ["windows-1252", "iso-8859-15", "cp437", "macroman"];

/** The encodings that texts of a language had before UTF-8, as iconv-lite names them. */
const encodingsOf: Record<string, readonly string[]> = {
  pl: central,
  cs: central,
  hu: central,
  ro: central,
  ru: ["windows-1251", "iso-8859-5", "koi8-r", "cp866"],
  uk: ["windows-1251", "koi8-u"],
  bg: ["windows-1251", "iso-8859-5", "cp866"],
  de: western,
  fr: western,
  es: western,
  pt: ["windows-1252", "iso-8859-15", "macroman"],
  tr: ["windows-1254", "iso-8859-9"],
  el: ["windows-1253", "iso-8859-7"],
  he: ["windows-1255"],
  ar: ["windows-1256"],
  lt: ["windows-1257"],
  ja: ["shift_jis", "euc-jp"],
  ko: ["euc-kr"],
  "zh-Hans": ["gbk", "gb18030"],
  "zh-Hant": ["big5"],
};

/** Without a byte order mark. */
const unicodeEncodings = ["utf-8", "utf-16le", "utf-16be"] as const;

export type EncodedSample = {
  language: string;
  encoding: string;
  /** What the sample was cut to: at most this many bytes. */
  length: number;
  bytes: Buffer;
  truth: string;
};

export const sampleLengths = [60, 300, 2_000] as const;

/** What people typed where the code page has no such character. */
const typewritten: Record<string, string> = {
  "„": '"',
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "’": "'",
  "–": "-",
  "—": "-",
  "…": "...",
  œ: "oe",
  ø: "ö",
};

/**
 * Pieces of the texts of a set in every encoding of their language, at each length. A piece holds at least one byte
 * above 127, because without one every encoding reads the same. The longest pieces of the held-out texts are the
 * whole text where it is shorter.
 */
export function encodedSamples(set: "development" | "held-out"): EncodedSample[] {
  return Object.entries(encodingsOf).flatMap(([language, encodings]) =>
    [...encodings, ...unicodeEncodings].flatMap((encoding) => {
      const text = writable(textOf(language, set), encoding);
      return sampleLengths.flatMap((length) =>
        cut(text, encoding, length).map((piece) => ({ language, ...piece })),
      );
    }),
  );
}

const folder = join(import.meta.dirname, "encodings");

function textOf(language: string, set: "development" | "held-out"): string {
  const files =
    set === "held-out" ? [`held-out/${language}.txt`] : [`${language}-1.txt`, `${language}-2.txt`];
  return files.map((file) => readFileSync(join(folder, file), "utf8")).join("");
}

/** The text as people typed it with the characters of the encoding. */
function writable(text: string, encoding: string): string {
  const fits = (written: string) => iconv.decode(iconv.encode(written, encoding), encoding) === written;
  return [...text]
    .map((character) => {
      if (fits(character)) return character;
      const replacement = typewritten[character] ?? character.normalize("NFD")[0] ?? "";
      if (!fits(replacement)) throw new Error(`${encoding} has no character for ${character}`);
      return replacement;
    })
    .join("");
}

/** Pieces that begin at evenly spread words of the text. */
function cut(text: string, encoding: string, length: number): Omit<EncodedSample, "language">[] {
  const count = length === 2_000 ? 2 : 12;
  const pieces = new Map<string, Omit<EncodedSample, "language">>();
  const codes = [...text];
  const sizes = codes.map((character) => iconv.encode(character, encoding).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (let number = 0; number < count; number += 1) {
    const from = Math.max(0, Math.floor(((total - length) * number) / (count - 1)));
    let at = 0;
    let start = 0;
    while (at < from) at += sizes[start++] ?? 0;
    // Not inside a word, where words have spaces between them.
    const space = codes.slice(start, start + 20).findIndex((character) => /\s/.test(character));
    if (start > 0 && space !== -1 && length < 2_000) start += space + 1;
    let size = 0;
    let end = start;
    while (end < codes.length && size + (sizes[end] ?? 0) <= length) size += sizes[end++] ?? 0;
    const truth = codes.slice(start, end).join("");
    const bytes = iconv.encode(truth, encoding);
    if (encoding.startsWith("utf-16") || bytes.some((byte) => byte > 127))
      pieces.set(truth, { encoding, length, bytes, truth });
  }
  return [...pieces.values()];
}
