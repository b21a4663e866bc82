import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, listItemBlock, paragraphBlock, titleBlock } from "../../markup/blocks.ts";
import { raisedText } from "../../markup/power.ts";
import { bytesOf, kinds, type PptRecord, u32 } from "./records.ts";

/** A text of a slide: what it is for, and its paragraphs with their depth. */
export type SlideText = {
  kind: number;
  paragraphs: { text: string; depth: number; bullet: boolean | undefined }[];
};

const titles = [0, 6];
const bodies = [1, 7, 8];
export const notesKind = 2;

/** The texts in a row of records: each begins with its header and may end with its style. */
export function readTexts(records: Iterable<PptRecord>): SlideText[] {
  const texts: SlideText[] = [];
  for (const record of records) {
    const last = texts.at(-1);
    if (record.type === kinds.textHeader) texts.push({ kind: u32(record, 0), paragraphs: [] });
    else if (!last) continue;
    else if (record.type === kinds.textCharacters || record.type === kinds.textBytes) {
      const encoding = record.type === kinds.textBytes ? "latin1" : "utf16le";
      last.paragraphs = Buffer.from(bytesOf(record))
        .toString(encoding)
        .split("\r")
        .map((text) => ({ text: text.replaceAll("\u000b", "\n"), depth: 0, bullet: undefined }));
    } else if (record.type === kinds.textStyle) applyStyle(record, last.paragraphs);
  }
  return texts;
}

/** Bytes of each property of a paragraph, in the order in which they follow each other, by the bits that announce it. */
const properties: [mask: number, bytes: number][] = [
  [0x0080, 2],
  [0x0010, 2],
  [0x0040, 2],
  [0x0020, 4],
  [0x0800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x0100, 2],
  [0x0400, 2],
  [0x8000, 2],
];
const bulletFlags = 0x000f;
const hasBullet = 0x0001;
const tabStops = 0x10_0000;
const afterTabs: [mask: number, bytes: number][] = [
  [0x1_0000, 2],
  [0xe_0000, 2],
  [0x20_0000, 2],
];

/** Depth and bullets of paragraphs, then the look of their characters: runs of so many characters each. */
function applyStyle({ data }: PptRecord, paragraphs: SlideText["paragraphs"]): void {
  const end = applyParagraphs(data, paragraphs);
  if (end !== undefined) raisePowers(data, end, paragraphs);
}

/** Returns the place behind the runs of paragraphs; undefined where they are cut off. */
function applyParagraphs(data: DataView, paragraphs: SlideText["paragraphs"]): number | undefined {
  let at = 0;
  let index = 0;
  // The position of a paragraph in the text, with its mark.
  let start = 0;
  let end = 0;
  while (at + 10 <= data.byteLength && index < paragraphs.length) {
    end += data.getUint32(at, true);
    const depth = Math.min(data.getUint16(at + 4, true), 8);
    const mask = data.getUint32(at + 6, true);
    at += 10;
    let bullet: boolean | undefined;
    if (mask & bulletFlags) {
      if (at + 2 > data.byteLength) return undefined;
      if (mask & hasBullet) bullet = (data.getUint16(at, true) & hasBullet) !== 0;
      at += 2;
    }
    for (const [bit, bytes] of properties) if (mask & bit) at += bytes;
    if (mask & tabStops) {
      if (at + 2 > data.byteLength) return undefined;
      at += 2 + data.getUint16(at, true) * 4;
    }
    for (const [bit, bytes] of afterTabs) if (mask & bit) at += bytes;
    for (let paragraph = paragraphs[index]; paragraph && start < end; paragraph = paragraphs[index]) {
      paragraphs[index] = { ...paragraph, depth, bullet };
      start += paragraph.text.length + 1;
      index += 1;
    }
  }
  return at;
}

/** Bytes of each property of characters before their distance from the line. */
const characterProperties: [mask: number, bytes: number][] = [
  [0xffff, 2],
  [0x1_0000, 2],
  [0x20_0000, 2],
  [0x40_0000, 2],
  [0x80_0000, 2],
  [0x2_0000, 2],
  [0x4_0000, 4],
];
const hasDistance = 0x8_0000;

/** Writes raised numbers so that they do not read as other numbers. */
function raisePowers(data: DataView, from: number, paragraphs: SlideText["paragraphs"]): void {
  const raised: { start: number; end: number }[] = [];
  let start = 0;
  for (let at = from; at + 8 <= data.byteLength; ) {
    const end = start + data.getUint32(at, true);
    const mask = data.getUint32(at + 4, true);
    at += 8;
    for (const [bits, bytes] of characterProperties) if (mask & bits) at += bytes;
    if (mask & hasDistance) {
      if (at + 2 <= data.byteLength && data.getInt16(at, true) > 0) raised.push({ start, end });
      at += 2;
    }
    start = end;
  }
  let first = 0;
  let next = 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    let text = "";
    let done = 0;
    for (; next < raised.length; next += 1) {
      const { start: left, end: right } = raised[next] ?? { start: 0, end: 0 };
      if (left >= first + paragraph.text.length) break;
      text += paragraph.text.slice(done, left - first);
      done = Math.min(right - first, paragraph.text.length);
      text += raisedText(paragraph.text.slice(left - first, done), text);
    }
    paragraphs[index] = { ...paragraph, text: text + paragraph.text.slice(done) };
    first += paragraph.text.length + 1;
  }
}

/** A text as elements: the title of the slide, list items of its body, and prose elsewhere. */
export function textElements({ kind, paragraphs }: SlideText, options: BlockOptions): ParsedElement[] {
  if (titles.includes(kind)) {
    const text = paragraphs.map((paragraph) => paragraph.text).join(" ");
    return [titleBlock([{ text }], 1, options)].filter((element) => element !== undefined);
  }
  return paragraphs.flatMap(({ text, depth, bullet }) => {
    // A star stands for the number of the slide or the date.
    const runs = [{ text: text.trim() === "*" ? "" : text }];
    const listed = bullet ?? bodies.includes(kind);
    const block = listed
      ? listItemBlock(runs, { depth, marker: "-" }, options)
      : paragraphBlock(runs, options);
    return block ? [block] : [];
  });
}

export const isTitle = ({ kind }: SlideText): boolean => titles.includes(kind);
