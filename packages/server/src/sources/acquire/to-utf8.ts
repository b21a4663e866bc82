import { isUtf8 } from "node:buffer";

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The bytes of a text in UTF-8, by the charset that its Content-Type names. Bytes that are UTF-8 already stay as they
 * are, whatever the header says: servers often name a default for all their pages. So do those of an unknown charset,
 * which the reader finds out from the text.
 */
export function toUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (label === undefined || /^utf-?8$/i.test(label) || isUtf8(bytes)) return bytes;
  const text = decode(bytes, label);
  // The mark goes before what the page says of itself: it was written before the page was turned into UTF-8.
  return text === null ? bytes : Buffer.concat([byteOrderMark, Buffer.from(text, "utf8")]);
}

/** Null for an unknown charset. */
function decode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return null;
  }
}
