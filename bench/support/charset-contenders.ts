import chardet from "chardet";
import iconv from "iconv-lite";
import jschardet from "jschardet";
import { decodeText } from "../../packages/reader/src/charset/charset.ts";

/** A way to turn bytes into text without being told their encoding. */
export type CharsetContender = {
  name: string;
  decode: (bytes: Buffer) => { text: string; certain: boolean };
};

const decodeAs = (bytes: Buffer, label: string | null | undefined) => ({
  text: iconv.decode(bytes, label && iconv.encodingExists(label) ? label : "windows-1252"),
  certain: true,
});

export const charsetContenders: readonly CharsetContender[] = [
  { name: "Headwater", decode: (bytes) => decodeText(bytes) },
  { name: "jschardet 4", decode: (bytes) => decodeAs(bytes, jschardet.detect(bytes).encoding) },
  { name: "chardet 2", decode: (bytes) => decodeAs(bytes, chardet.detect(bytes)) },
];
