/** Single property modifiers: the properties of a paragraph, a run or a row as codes and operands. */
export type Sprm = { code: number; at: number; length: number };

const defineTable = 0xd608;
const changeTabs = 0xc615;
/** Bytes of an operand by the three topmost bits of its code; 6 is counted by its own first byte. */
const sizes = [1, 1, 2, 4, 2, 2, -1, 3];

/** The modifiers in a part of the bytes. Ends at the first that reaches beyond. */
export function readSprms(view: DataView, from: number, to: number): Sprm[] {
  const sprms: Sprm[] = [];
  let at = from;
  const end = Math.min(to, view.byteLength);
  while (at + 3 <= end) {
    const code = view.getUint16(at, true);
    at += 2;
    let length = sizes[code >> 13] ?? 1;
    if (code === defineTable) {
      if (at + 2 > end) break;
      length = view.getUint16(at, true) - 1;
      at += 2;
    } else if (length < 0) {
      length = view.getUint8(at);
      at += 1;
      // A list of tabs that is too long for its count; nothing here needs what follows it.
      if (code === changeTabs && length === 255) break;
    }
    if (length < 0 || at + length > end) break;
    sprms.push({ code, at, length });
    at += length;
  }
  return sprms;
}

/** The value of a modifier with one byte; undefined when it is absent. The last one counts. */
export function byteOf(sprms: readonly Sprm[], code: number, view: DataView): number | undefined {
  const found = sprms.findLast((sprm) => sprm.code === code && sprm.length >= 1);
  return found && view.getUint8(found.at);
}

export function wordOf(sprms: readonly Sprm[], code: number, view: DataView): number | undefined {
  const found = sprms.findLast((sprm) => sprm.code === code && sprm.length >= 2);
  return found && view.getInt16(found.at, true);
}

/** The value of a modifier with four bytes. */
export function longOf(sprms: readonly Sprm[], code: number, view: DataView): number | undefined {
  const found = sprms.findLast((sprm) => sprm.code === code && sprm.length >= 4);
  return found && view.getUint32(found.at, true);
}
