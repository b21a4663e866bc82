/**
 * Bytes of UTF-8 that one answer may have, so that it stays below the 25,000 tokens at which programs of agents refuse
 * it: tables of numbers have 2.0 bytes a token, tables of words 2.3 to 2.8, Chinese 2.7, prose 4.3.
 */
export const maxAnswerBytes = 50_000;

export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Where a text ends within `maxBytes`: after a line or a row of a table, else after a word, never within a character. */
export function endWithin(text: string, maxBytes: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text.length;
  let end = maxBytes;
  while (isContinuation(bytes[end])) end -= 1;
  const head = bytes.toString("utf8", 0, end);
  for (const mark of ["\n", "</tr>", " "]) {
    const last = head.lastIndexOf(mark);
    if (last > head.length / 2) return last + mark.length;
  }
  return head.length;
}

/** A further byte of a character in UTF-8. */
const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;
