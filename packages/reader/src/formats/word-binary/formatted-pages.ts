import { type Place, positionsOf } from "./file-information.ts";
import { readSprms, type Sprm } from "./sprms.ts";

/** Properties of a stretch of bytes. `style` counts for paragraphs. */
export type Formatted = { from: number; to: number; style: number; sprms: Sprm[] };

const pageBytes = 512;

/**
 * The properties of all runs or all paragraphs, from the pages of 512 bytes in which they are kept, ordered by their place
 * in the file. A page that is damaged is passed over: its text then has no properties.
 */
export function readFormatted(
  main: DataView,
  table: DataView,
  pages: Place,
  kind: "runs" | "paragraphs",
): Formatted[] {
  const count = positionsOf(table, pages, 4).length - 1;
  const found: Formatted[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = table.getUint32(pages.at + (count + 1) * 4 + index * 4, true) & 0x3f_ffff;
    const start = number * pageBytes;
    if (start + pageBytes <= main.byteLength) found.push(...readPage(main, start, kind));
  }
  return found.sort((a, b) => a.from - b.from);
}

function readPage(main: DataView, start: number, kind: "runs" | "paragraphs"): Formatted[] {
  const end = start + pageBytes;
  const count = main.getUint8(end - 1);
  const size = kind === "runs" ? 1 : 13;
  const entries = start + (count + 1) * 4;
  if (entries + count * size >= end) return [];
  return Array.from({ length: count }, (_, index) => {
    const from = main.getUint32(start + index * 4, true);
    const to = main.getUint32(start + index * 4 + 4, true);
    const offset = main.getUint8(entries + index * size) * 2;
    const properties = offset === 0 ? { style: 0, sprms: [] } : propertiesAt(main, start + offset, end, kind);
    return { from, to, ...properties };
  });
}

function propertiesAt(main: DataView, at: number, end: number, kind: "runs" | "paragraphs") {
  const none = { style: 0, sprms: [] };
  if (at + 2 > end) return none;
  const size = main.getUint8(at);
  if (kind === "runs") return { style: 0, sprms: readSprms(main, at + 1, Math.min(at + 1 + size, end)) };
  const first = size === 0 ? at + 2 : at + 1;
  const length = size === 0 ? main.getUint8(at + 1) * 2 : size * 2 - 1;
  if (first + 2 > end || length < 2) return none;
  return {
    style: main.getUint16(first, true),
    sprms: readSprms(main, first + 2, Math.min(first + length, end)),
  };
}
