import { letters, roman } from "../../markup/list-numbers.ts";
import type { FileInformation } from "./file-information.ts";

type Level = { start: number; format: number; text: string };

/** The number of the next paragraph of a list at a level (0-based); "-" for a bullet, "" for a level without a mark. */
export type ListNumbers = (list: number, level: number) => { marker: string; compound: boolean } | undefined;

const maxLevels = 9;
const bullet = 23;
const none = 255;

/** Reads the lists of a document and counts their paragraphs. Call it in document order. */
export function readListNumbers({ table, lists, listOverrides }: FileInformation): ListNumbers {
  const levels = readLists(table, lists);
  const byOverride = readOverrides(table, listOverrides);
  const counts = new Map<number, number[]>();
  return (list, level) => {
    const id = byOverride[list - 1];
    const own = id === undefined ? undefined : levels.get(id);
    if (id === undefined || !own || level < 0 || level >= maxLevels) return undefined;
    const definition = own[Math.min(level, own.length - 1)];
    if (!definition) return undefined;
    const current = counts.get(id) ?? [];
    counts.set(id, current);
    current.length = Math.min(current.length, level + 1);
    current[level] = (current[level] ?? definition.start - 1) + 1;
    if (definition.format === bullet) return { marker: "-", compound: false };
    if (definition.format === none && definition.text === "") return { marker: "", compound: false };
    let places = 0;
    // Characters below 9 in the text of a level stand for the numbers of the levels.
    const marker = [...definition.text]
      .map((character) => {
        const place = character.charCodeAt(0);
        if (place >= maxLevels) return character;
        places += 1;
        const other = own[place];
        return formatted(current[place] ?? other?.start ?? 1, other?.format ?? 0);
      })
      .join("");
    return { marker: marker.trim(), compound: places > 1 };
  };
}

function readLists(table: DataView, { at, length }: FileInformation["lists"]): Map<number, Level[]> {
  const found = new Map<number, Level[]>();
  if (length < 2 || at + length > table.byteLength) return found;
  const count = table.getUint16(at, true);
  let here = at + 2 + count * 28;
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 28;
    if (entry + 28 > table.byteLength) return found;
    const simple = (table.getUint8(entry + 26) & 1) === 1;
    const levels: Level[] = [];
    for (let level = 0; level < (simple ? 1 : maxLevels); level += 1) {
      if (here + 28 > table.byteLength) return found;
      const text = here + 28 + table.getUint8(here + 24) + table.getUint8(here + 25);
      if (text + 2 > table.byteLength) return found;
      const characters = table.getUint16(text, true);
      if (text + 2 + characters * 2 > table.byteLength) return found;
      levels.push({
        start: table.getInt32(here, true),
        format: table.getUint8(here + 4),
        text: Buffer.from(table.buffer, table.byteOffset + text + 2, characters * 2).toString("utf16le"),
      });
      here = text + 2 + characters * 2;
    }
    found.set(table.getInt32(entry, true), levels);
  }
  return found;
}

/** Paragraphs name a list by its place in this table. */
function readOverrides(table: DataView, { at, length }: FileInformation["listOverrides"]): number[] {
  if (length < 4 || at + length > table.byteLength) return [];
  const count = Math.min(table.getUint32(at, true), Math.floor((length - 4) / 16));
  return Array.from({ length: count }, (_, index) => table.getInt32(at + 4 + index * 16, true));
}

function formatted(count: number, format: number): string {
  switch (format) {
    case 1:
      return roman(count);
    case 2:
      return roman(count).toLowerCase();
    case 3:
      return letters(count);
    case 4:
      return letters(count).toLowerCase();
    case none:
      return "";
    default:
      return String(count);
  }
}
