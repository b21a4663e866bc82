import { createRequire } from "node:module";
import chardet from "chardet";
import iconv from "iconv-lite";
import jschardet from "jschardet";
import { decodeText } from "../../packages/reader/src/charset/charset.ts";

export type Decoded = { text: string; certain: boolean };

/** A way to turn bytes into text without being told their encoding. */
export type CharsetContender = { name: string; decode: (bytes: Buffer) => Decoded };

const decodeAs = (bytes: Buffer, label: string | null | undefined): string =>
  iconv.decode(bytes, label && iconv.encodingExists(label) ? label : "windows-1252");

export const charsetContenders: readonly CharsetContender[] = [
  {
    name: "Headwater",
    decode: (bytes) => {
      const r = decodeText(bytes);
      return { text: r.text, certain: (r as { certain?: boolean }).certain ?? true };
    },
  },
  { name: "chardet", decode: (bytes) => ({ text: decodeAs(bytes, chardet.detect(bytes)), certain: true }) },
  {
    name: "jschardet",
    decode: (bytes) => ({ text: decodeAs(bytes, jschardet.detect(bytes).encoding), certain: true }),
  },
];
