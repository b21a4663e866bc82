import { ParseError } from "../../parse-error.ts";
import type { ParseInput } from "../../parser.ts";

const KINDS: { magic: number[]; name: string }[] = [
  { magic: [0x25, 0x50, 0x44, 0x46], name: "a PDF document" },
  { magic: [0x50, 0x4b, 0x03, 0x04], name: "a ZIP archive or an Office document" },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Office document" },
  { magic: [0x89, 0x50, 0x4e, 0x47], name: "a PNG picture" },
  { magic: [0xff, 0xd8, 0xff], name: "a JPEG picture" },
  { magic: [0x47, 0x49, 0x46, 0x38], name: "a GIF picture" },
  { magic: [0x1f, 0x8b], name: "a gzip archive" },
  { magic: [0x7f, 0x45, 0x4c, 0x46], name: "a program" },
];
const sampleBytes = 65_536;
/** Maximum share of control and undecodable characters. No real text has more. */
const maxControlShare = 0.02;

/** Throws ParseError when decoded "text" is something else. The message names the real type when it is known. */
export function refuseBinary(text: string, { bytes, extension }: ParseInput): void {
  const kind = KINDS.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
  const advice = "Upload it under its true extension, or convert it to text first.";
  const sample = text.slice(0, sampleBytes);
  const controls = sample.match(/(?![\t-\r\u0080-\u009f])\p{Cc}|\ufffd/gu)?.length ?? 0;
  const isBinary = controls > Math.max(sample.length * maxControlShare, 2) || sample.includes("\u0000\u0000");
  if (kind && (isBinary || kind.name.startsWith("a PDF"))) {
    throw new ParseError(`The file is ${kind.name}, though it is named .${extension}. ${advice}`);
  }
  if (isBinary)
    throw new ParseError(`The file holds binary data, not text, though it is named .${extension}. ${advice}`);
}
