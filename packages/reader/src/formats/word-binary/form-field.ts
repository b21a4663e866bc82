const headerBytes = 0x44;
const version = 0xffffffff;
/** The result of a field that was never changed. */
const unset = 25;

/**
 * The text that a form field shows by itself: a box or a choice. `at` is its place in the stream of data. "" for text
 * fields, whose text is their result, and where the data is damaged.
 */
export function formFieldText(data: DataView, at: number): string {
  const start = at + headerBytes;
  if (at < 0 || start + 10 > data.byteLength || data.getUint32(start, true) !== version) return "";
  const flags = data.getUint16(start + 4, true);
  const kind = flags & 3;
  const own = (flags >> 2) & 0x1f;
  const name = start + 10;
  const end = textEnd(data, name);
  if (kind === 0 || end + 2 > data.byteLength) return "";
  const result = own === unset ? data.getUint16(end, true) : own;
  if (kind === 1) return result === 0 ? "☐ " : "☒ ";
  // The format, help, status and two macros come before the choices.
  let here = end + 2;
  for (let text = 0; text < 5; text += 1) here = textEnd(data, here);
  const count = here + 6 <= data.byteLength ? data.getUint16(here + 2, true) : 0;
  here += 6;
  for (let choice = 0; choice < count && here + 2 <= data.byteLength; choice += 1) {
    const bytes = data.getUint16(here, true) * 2;
    if (here + 2 + bytes > data.byteLength) return "";
    if (choice === result)
      return Buffer.from(data.buffer, data.byteOffset + here + 2, bytes).toString("utf16le");
    here += 2 + bytes;
  }
  return "";
}

/** The place behind a text that begins with its length and ends with a zero. */
const textEnd = (data: DataView, at: number): number =>
  at + 2 <= data.byteLength ? at + 4 + data.getUint16(at, true) * 2 : data.byteLength;
