import iconv from "iconv-lite";
import { commonCharacters } from "./generated/language-statistics.ts";

const sampleBytes = 4096;

/** The encoding that the byte order mark names, and the length of the mark. */
export function byteOrderMark(bytes: Uint8Array): { charset: string; length: number } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: "utf-8", length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { charset: "utf-32le", length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { charset: "utf-32be", length: 4 };
  if (a === 0xff && b === 0xfe) return { charset: "utf-16le", length: 2 };
  if (a === 0xfe && b === 0xff) return { charset: "utf-16be", length: 2 };
  return undefined;
}

/**
 * UTF-16 or UTF-32 by its zero bytes. In UTF-16, Latin letters, spaces and line ends have one zero byte, always on the
 * same side. In UTF-32 three of four bytes are zero.
 */
export function wideByZeros(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
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

/** Whether the sample has control bytes that no text of one byte a character has. */
export function hasStrayControls(bytes: Uint8Array): boolean {
  return bytes
    .subarray(0, sampleBytes)
    .some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1a && byte !== 0x1b));
}

/**
 * In text that is read right, at least this share of the characters is usual, and no more than that share cannot be. In
 * Chinese short of common words half are usual; of bytes in the wrong order one in ten.
 */
const minUsualShare = 0.4;
const maxImpossibleShare = 0.02;
const minCharacters = 6;
/** Without control bytes, so many bytes are above 127: digits and letters in pairs look like Japanese. */
const minHighShare = 0.2;

/**
 * UTF-16 by its characters, for texts of other scripts than Latin, with few zero bytes. Bytes of another encoding, or
 * those of UTF-16 in the wrong order, give rare and impossible characters.
 */
export function wideByCharacters(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0 || bytes.length < 2 * minCharacters) return undefined;
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes));
  const high = sample.filter((byte) => byte > 127).length;
  if (high < minHighShare * sample.length && !hasStrayControls(bytes)) return undefined;
  const common = new Set(Object.values(commonCharacters).join(""));
  return ["utf-16le", "utf-16be"].find((charset) => {
    const characters = [...iconv.decode(sample, charset)];
    const usual = characters.filter(
      (character) =>
        common.has(character) ||
        /^[\t\n\r -~\u00a0-\u06ff\u0e00-\u0e7f\u2010-\u203a\u3000-\u30ff]$/.test(character),
    );
    const impossible = characters.filter((character) =>
      /[\ufffd\p{Co}\p{Cn}\p{Cs}]|(?![\t-\r])\p{Cc}/u.test(character),
    );
    return (
      usual.length >= minUsualShare * characters.length &&
      impossible.length <= maxImpossibleShare * characters.length
    );
  });
}
