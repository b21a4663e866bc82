/** What detection looks at: this many bytes at the start, the middle and the end of a document. */
const windowBytes = 4 * 1024;
/** How far a window moves on to find a byte above 127. Without such bytes the encoding stays open. */
const searchBytes = 1024 * 1024;

export type TextSample = {
  /** The words with bytes above 127, each once, with a blank after it. They show the encoding. */
  marked: Buffer;
  /** The words of plain ASCII between them. They show the language. */
  plain: string;
};

/** Takes a sample of the document. Its cost does not grow with the document. */
export function sampleText(bytes: Uint8Array): TextSample {
  const words = new Map<string, Buffer>();
  let plain = "";
  for (const window of windows(bytes)) {
    for (const word of splitWords(window)) {
      const written = word.toString("latin1");
      if (/[\x80-\xff]/.test(written)) words.set(written, word);
      else plain += `${written} `;
    }
  }
  return { marked: Buffer.concat([...words.values()].flatMap((word) => [word, blank])), plain };
}

const blank = Buffer.from(" ");

function windows(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer.length <= 3 * windowBytes) return [buffer];
  const starts = [0, Math.floor(buffer.length / 2), buffer.length - windowBytes];
  return starts.map((from, index) => {
    const limit = Math.min(starts[index + 1] ?? buffer.length, from + searchBytes);
    const first = buffer.subarray(from, limit).findIndex((byte) => byte > 127);
    const near = Math.min(first === -1 ? from : from + first, buffer.length - windowBytes);
    return wholeWords(buffer, near);
  });
}

/**
 * A window from the first line or word that begins near the place. It must not begin inside a character of two bytes, so
 * it is empty where nothing shows a beginning.
 */
function wholeWords(buffer: Buffer, near: number): Buffer {
  const before = buffer.subarray(Math.max(0, near - windowBytes / 2), near);
  const lineEnd = before.lastIndexOf(0x0a);
  const window = buffer.subarray(
    lineEnd === -1 ? near : near - before.length + lineEnd + 1,
    near + windowBytes,
  );
  const begins = near === 0 || lineEnd !== -1 || (buffer[near - 1] ?? 0) < 0x30;
  const start = begins ? 0 : window.findIndex(isSpace);
  if (start === -1) return window.subarray(0, 0);
  const end = window.findLastIndex(isSpace);
  return end > start ? window.subarray(start, end) : window;
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

function splitWords(bytes: Buffer): Buffer[] {
  const words: Buffer[] = [];
  let start = -1;
  for (let index = 0; index <= bytes.length; index += 1) {
    if (index < bytes.length && !isSpace(bytes[index] ?? 0)) {
      if (start === -1) start = index;
    } else if (start !== -1) {
      words.push(bytes.subarray(start, index));
      start = -1;
    }
  }
  return words;
}
