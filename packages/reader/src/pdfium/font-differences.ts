import { maxUnpackedBytes, unpackedStream } from "./object-streams.ts";

const maxFileBytes = 100_000_000;
const maxObjectLength = 20_000;

/** Glyph names by font (its `BaseFont` without the prefix of a subset) and character code. */
export type FontDifferences = ReadonlyMap<string, ReadonlyMap<number, string>>;

/**
 * The glyph names that the fonts of a PDF set themselves (`Differences`), because PDFium keeps them to itself. The
 * search goes through the file's objects as they stand, without its index: for the few files that have glyphs without a
 * meaning. An encrypted file hides a part of its objects.
 */
export function readFontDifferences(bytes: Uint8Array): FontDifferences {
  const fonts = new Map<string, Map<number, string>>();
  if (bytes.length > maxFileBytes) return fonts;
  const objects = objectsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const resolve = (text: string): string => {
    const reference = /^\s*(\d+)\s+\d+\s+R/.exec(text)?.[1];
    return reference === undefined ? text : (objects.get(Number(reference)) ?? "");
  };
  for (const body of objects.values()) {
    const name = /\/BaseFont\s*\/([^\s/<>[\]()]+)/.exec(body)?.[1];
    const encoding = /\/Encoding\s*(?=\d|<<)([\s\S]{1,20000})/.exec(body)?.[1];
    if (name === undefined || encoding === undefined) continue;
    const differences = /\/Differences\s*(?=\d|\[)([\s\S]{1,20000})/.exec(resolve(encoding))?.[1];
    if (differences === undefined) continue;
    const font = unescaped(name).replace(/^[A-Z]{6}\+/, "");
    const names = fonts.get(font) ?? new Map<number, string>();
    fonts.set(font, names);
    addNames(names, resolve(differences));
  }
  return fonts;
}

/** "[ 31 /f_i /f_l 128 /Euro ]": a code, and the names of the codes from there on. */
function addNames(names: Map<number, string>, text: string): void {
  let code = 0;
  const list = text.slice(0, (text.indexOf("]") + 1 || text.length + 1) - 1);
  for (const [, number, name] of list.matchAll(/(\d+)|\/([^\s/<>[\]()]+)/g)) {
    if (number !== undefined) code = Number(number);
    else if (name !== undefined) {
      const known = names.get(code);
      // Subsets of one font share its name. A name that PDFium understands is never asked for.
      if (known === undefined || !/[_.]/.test(known)) names.set(code, unescaped(name));
      code += 1;
    }
  }
}

const unescaped = (name: string) =>
  name.replace(/#([0-9a-fA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** The text of every dictionary and array, by object number; those of object streams are unpacked. */
function objectsOf(file: Buffer): Map<number, string> {
  const objects = new Map<number, string>();
  const text = file.toString("latin1");
  let unpacked = 0;
  for (const match of text.matchAll(/(?<!\d)(\d{1,8})\s+\d{1,5}\s+obj\b/g)) {
    const start = match.index + match[0].length;
    const rest = text.slice(start, start + maxObjectLength);
    const end = /endobj|\bstream\r?\n/.exec(rest);
    const body = end ? rest.slice(0, end.index) : rest;
    objects.set(Number(match[1]), body);
    if (!end?.[0].startsWith("stream") || !/\/Type\s*\/ObjStm\b/.test(body)) continue;
    if (!/\/FlateDecode\b/.test(body) || unpacked > maxUnpackedBytes) continue;
    const from = start + end.index + end[0].length;
    const inner = unpackedStream(file, from, maxUnpackedBytes - unpacked);
    unpacked += inner.length;
    const first = Number(/\/First\s+(\d+)/.exec(body)?.[1] ?? 0);
    const numbers = (inner.slice(0, first).match(/\d+/g) ?? []).map(Number);
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const at = first + (numbers[index + 1] ?? 0);
      const next = numbers[index + 3];
      const stop = Math.min(next === undefined ? inner.length : first + next, at + maxObjectLength);
      objects.set(numbers[index] ?? 0, inner.slice(at, stop));
    }
  }
  return objects;
}
