import iconv from "iconv-lite";
import { guessLegacyCharset } from "./legacy-charset.ts";

export type DecodedText = {
  text: string;
  /** Name of the encoding, lowercase, as in "utf-8" or "windows-1252". */
  charset: string;
};

/** Labels that in practice mean another encoding. This is a part of the table in the WHATWG Encoding Standard. */
const SUPERSETS: Record<string, string> = {
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  ascii: "windows-1252",
  "us-ascii": "windows-1252",
  "iso-8859-9": "windows-1254",
  "iso-8859-11": "windows-874",
  "tis-620": "windows-874",
  "iso-8859-8-i": "windows-1255",
  gb2312: "gb18030",
  gbk: "gb18030",
  "x-gbk": "gb18030",
  shift_jis: "cp932",
  "shift-jis": "cp932",
  "x-sjis": "cp932",
  "windows-31j": "cp932",
  "euc-kr": "cp949",
  "ks_c_5601-1987": "cp949",
  "x-x-big5": "big5",
};

/** Text labelled UTF-8 may have this share of undecodable characters. With more of them the label is wrong. */
const maxDamagedShare = 0.1;

/**
 * Decodes bytes to text. It tries these in order: the byte order mark; UTF-16/32 by its zero bytes; UTF-8 when the
 * bytes are valid; the encoding that the document declares; the legacy encoding that fits best, in doubt windows-1252.
 * The byte order mark itself is left out.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(bytes.subarray(marked.length), marked.charset);
  const wide = wideWithoutMark(bytes);
  if (wide) return decodeAs(bytes, wide);
  const label = declared?.trim().toLowerCase();
  // A declaration in readable ASCII is wrong when it says UTF-16. Some Japanese encodings look like ASCII.
  if (label && /^(?:iso-2022-jp|hz-gb-2312)$/.test(label) && iconv.encodingExists(label))
    return decodeAs(bytes, label);
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== undefined) return { text: utf8, charset: "utf-8" };
  if (label === "utf-8" || label === "utf8") {
    const text = new TextDecoder("utf-8").decode(bytes);
    if (damage(text) <= maxDamagedShare) return { text, charset: "utf-8" };
  } else if (label && !label.startsWith("utf-") && iconv.encodingExists(SUPERSETS[label] ?? label)) {
    return decodeAs(bytes, SUPERSETS[label] ?? label);
  }
  return decodeAs(bytes, guessLegacyCharset(bytes));
}

function decodeAs(bytes: Uint8Array, charset: string): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { text: iconv.decode(buffer, charset, { stripBOM: true }), charset };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The bytes are not UTF-8. Trying is the only way to know, and the caller then tries other encodings.
    return undefined;
  }
}

function damage(text: string): number {
  let broken = 0;
  let foreign = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) foreign += 1;
    if (code === 0xfffd) broken += 1;
  }
  return foreign === 0 ? 0 : broken / foreign;
}

function byteOrderMark(bytes: Uint8Array): { charset: string; length: number } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: "utf-8", length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { charset: "utf-32le", length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { charset: "utf-32be", length: 4 };
  if (a === 0xff && b === 0xfe) return { charset: "utf-16le", length: 2 };
  if (a === 0xfe && b === 0xff) return { charset: "utf-16be", length: 2 };
  return undefined;
}

/**
 * In UTF-16, Latin letters, spaces and line ends have one zero byte, always on the same side. In UTF-32 three of four
 * bytes are zero.
 */
function wideWithoutMark(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 4096 - (4096 % 4));
  if (sample.length < 4) return undefined;
  const zeros = [0, 0, 0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  });
  const quarter = Math.floor(sample.length / 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros.map((count) => count / quarter);
  if (bytes.length % 4 === 0 && third > 0.9 && fourth > 0.9 && first < 0.3) return "utf-32le";
  if (bytes.length % 4 === 0 && first > 0.9 && second > 0.9 && fourth < 0.3) return "utf-32be";
  const even = (first + third) / 2;
  const odd = (second + fourth) / 2;
  if (odd > 0.1 && even < 0.02) return "utf-16le";
  if (even > 0.1 && odd < 0.02) return "utf-16be";
  return undefined;
}
