import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { detectLegacyCharset } from "./detect-legacy-charset.ts";
import { sampleText, type TextSample } from "./text-sample.ts";
import { byteOrderMark, hasStrayControls, wideByCharacters, wideByZeros } from "./unicode-form.ts";

export type DecodedText = {
  text: string;
  /** Name of the encoding, lowercase, as in "utf-8" or "windows-1252". */
  charset: string;
  /** False when the encoding was found by statistics and another one, which reads other text, fits almost as well. */
  certain: boolean;
};

/** Labels that in practice mean another encoding. This is a part of the table in the WHATWG Encoding Standard. */
const SUPERSETS: ReadonlyMap<string | undefined, string> = new Map(
  Object.entries({
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
  }),
);

/** Text may have this share of undecodable characters among those above 127. With more of them the encoding is wrong. */
const maxDamagedShare = 0.1;
/** So many characters above 127 show that text is UTF-8, although a few of its bytes are damaged. */
const minCharactersOfDamagedUtf8 = 3;

/**
 * Decodes bytes to text. It tries these in order: the byte order mark; UTF-16 and UTF-32 without one; UTF-8 when the
 * bytes are valid; the encoding that the document declares, unless the bytes contradict it; UTF-8 with a few damaged
 * bytes; the legacy encoding that fits best. The byte order mark itself is left out.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(bytes.subarray(marked.length), marked.charset);
  const wide = wideByZeros(bytes);
  if (wide) return decodeAs(bytes, wide);
  const label = declared?.trim().toLowerCase();
  // A declaration in readable ASCII is wrong when it says UTF-16. Some Japanese encodings look like ASCII.
  if (label && /^(?:iso-2022-jp|hz-gb-2312)$/.test(label) && iconv.encodingExists(label))
    return decodeAs(bytes, label);
  const valid = isUtf8(bytes);
  if (valid && !hasStrayControls(bytes)) return decodeAs(bytes, "utf-8");
  const byCharacters = wideByCharacters(bytes);
  if (byCharacters) return decodeAs(bytes, byCharacters);
  if (valid) return decodeAs(bytes, "utf-8");
  const sample = sampleText(bytes);
  const stated = label === "utf8" ? "utf-8" : (SUPERSETS.get(label) ?? label);
  if (stated && iconv.encodingExists(stated) && !/^(?:utf-?(?:16|32|7)|ucs)/.test(stated)) {
    if (damage(sample, stated).share <= maxDamagedShare) return decodeAs(bytes, stated);
  }
  const { share, decoded } = damage(sample, "utf-8");
  if (share <= maxDamagedShare && decoded >= minCharactersOfDamagedUtf8) return decodeAs(bytes, "utf-8");
  const { charset, certain } = detectLegacyCharset(sample);
  return { ...decodeAs(bytes, charset), certain };
}

function decodeAs(bytes: Uint8Array, charset: string): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = iconv.decode(buffer, charset, { stripBOM: true });
  // It has the tone marks of Vietnamese apart from their letters.
  return { text: charset === "windows-1258" ? text.normalize("NFC") : text, charset, certain: true };
}

/** How much of the sample's text above 127 the encoding cannot decode, and how many characters it can. */
function damage({ marked }: TextSample, charset: string): { share: number; decoded: number } {
  const foreign = iconv.decode(marked, charset).match(/[^\0-\x7f]/gu) ?? [];
  const broken = foreign.filter((character) => character === "\ufffd").length;
  return { share: foreign.length === 0 ? 0 : broken / foreign.length, decoded: foreign.length - broken };
}
