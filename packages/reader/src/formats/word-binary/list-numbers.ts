import { chineseNumber, hasCitedNumber, letters, ordinal, roman } from "../../markup/list-numbers.ts";
import type { FileInformation } from "./file-information.ts";

type Level = { start: number; format: number; text: string };

/** The number of the next paragraph of a list at a level (0-based); "-" for a bullet, "" for a level without a mark. */
export type ListNumbers = (list: number, level: number) => { marker: string; isCited: boolean } | undefined;

const maxLevels = 9;
const bullet = 23;
const none = 255;

/** One use of a list. Its levels may start at another number, or look otherwise, than those of the list. */
type Override = {
  id: number;
  levels: Map<number, { startAt: number | undefined; level: Level | undefined }>;
};

/** Reads the lists of a document and counts their paragraphs. Call it in document order. */
export function readListNumbers({ table, lists, listOverrides }: FileInformation): ListNumbers {
  const levels = readLists(table, lists);
  const overrides = readOverrides(table, listOverrides);
  const counts = new Map<number, number[]>();
  const started = new Set<string>();
  return (list, level) => {
    const override = overrides[list - 1];
    const own = override && levels.get(override.id);
    if (!override || !own || level < 0 || level >= maxLevels) return undefined;
    const levelOf = (place: number) =>
      override.levels.get(place)?.level ?? own[Math.min(place, own.length - 1)];
    const definition = levelOf(level);
    if (!definition) return undefined;
    const current = counts.get(override.id) ?? [];
    counts.set(override.id, current);
    current.length = Math.min(current.length, level + 1);
    const startAt = override.levels.get(level)?.startAt;
    if (startAt !== undefined && !started.has(`${list}/${level}`)) current[level] = startAt;
    else current[level] = (current[level] ?? definition.start - 1) + 1;
    started.add(`${list}/${level}`);
    if (definition.format === bullet) return { marker: "-", isCited: false };
    if (definition.format === none && definition.text === "") return { marker: "", isCited: false };
    let places = 0;
    // Characters below 9 in the text of a level stand for the numbers of the levels.
    const isPlace = (character: string) => character.charCodeAt(0) < maxLevels;
    const marker = [...definition.text]
      .map((character) => {
        if (!isPlace(character)) return character;
        const place = character.charCodeAt(0);
        places += 1;
        const other = levelOf(place);
        return formatted(current[place] ?? other?.start ?? 1, other?.format ?? 0);
      })
      .join("");
    const surroundings = [...definition.text].map((character) => (isPlace(character) ? " " : character));
    return { marker: marker.trim(), isCited: hasCitedNumber(places, surroundings.join("")) };
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
    for (let number = 0; number < (simple ? 1 : maxLevels); number += 1) {
      const read = readLevel(table, here);
      if (!read) return found;
      levels.push(read.level);
      here = read.end;
    }
    found.set(table.getInt32(entry, true), levels);
  }
  return found;
}

/** A level, and the place behind it. Undefined where it reaches beyond the table. */
function readLevel(table: DataView, at: number): { level: Level; end: number } | undefined {
  if (at + 28 > table.byteLength) return undefined;
  const text = at + 28 + table.getUint8(at + 24) + table.getUint8(at + 25);
  if (text + 2 > table.byteLength) return undefined;
  const end = text + 2 + table.getUint16(text, true) * 2;
  if (end > table.byteLength) return undefined;
  const level = {
    start: table.getInt32(at, true),
    format: table.getUint8(at + 4),
    text: Buffer.from(table.buffer, table.byteOffset + text + 2, end - text - 2).toString("utf16le"),
  };
  return { level, end };
}

/** Paragraphs name a list by its place in this table. What a use changes comes after all uses. */
function readOverrides(table: DataView, { at, length }: FileInformation["listOverrides"]): Override[] {
  if (length < 4 || at + length > table.byteLength) return [];
  const count = Math.min(table.getUint32(at, true), Math.floor((length - 4) / 16));
  const overrides = Array.from(
    { length: count },
    (_, index): Override => ({ id: table.getInt32(at + 4 + index * 16, true), levels: new Map() }),
  );
  const end = at + length;
  let here = at + 4 + count * 16;
  for (const [index, { levels }] of overrides.entries()) {
    const changed = table.getUint8(at + 4 + index * 16 + 12);
    here += 4;
    for (let number = 0; number < changed; number += 1) {
      if (here + 8 > end) return overrides;
      const flags = table.getUint32(here + 4, true);
      const start = table.getInt32(here, true);
      here += 8;
      const read = flags & hasFormat ? readLevel(table, here) : undefined;
      if (flags & hasFormat && !read) return overrides;
      here = read?.end ?? here;
      const startAt = flags & hasStart ? (read?.level.start ?? start) : undefined;
      levels.set(flags & levelMask, { startAt, level: read?.level });
    }
  }
  return overrides;
}

const levelMask = 0x0f;
const hasStart = 0x10;
const hasFormat = 0x20;

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
    case 5:
      return ordinal(count);
    // Of Chinese and Japanese programs.
    case 11:
    case 37:
    case 39:
      return chineseNumber(count);
    case 22:
      return String(count).padStart(2, "0");
    case none:
      return "";
    default:
      return String(count);
  }
}
