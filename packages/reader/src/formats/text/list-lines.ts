import { isFilled } from "./line-width.ts";

export type ListLine = {
  /** "-" for a bullet, otherwise the number as written: "3.", "(b)". */
  marker: string;
  text: string;
  indent: number;
};

const BULLET = /^(\s*)([-*+•●▪■◦‣∙·○►➢✓✔–—\u00b7\uf0b7])\s+(\S.*)$/;
const NUMBER = /^(\s*)(\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{2,5})[.)])\s+(\S.*)$/;

/** The line as a list item, judged by its form alone. Undefined for other lines. */
export function listLine(line: string): ListLine | undefined {
  const bullet = BULLET.exec(line);
  if (bullet?.[3]) return { marker: "-", text: bullet[3], indent: columns(bullet[1] ?? "") };
  const number = NUMBER.exec(line);
  if (number?.[2] && number[3])
    return { marker: number[2], text: number[3], indent: columns(number[1] ?? "") };
  return undefined;
}

function columns(indent: string): number {
  return indent.replace(/\t/g, "    ").length;
}

/** Whether one number follows directly after another: "2." after "1.", "c)" after "b)". */
export function follows(marker: string, previous: string): boolean {
  const [a, b] = [previous, marker].map((label) => label.replace(/[^0-9a-zA-Z]/g, ""));
  if (!a || !b) return false;
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) return Number(b) === Number(a) + 1;
  if (a.length === 1 && b.length === 1 && b.charCodeAt(0) === a.charCodeAt(0) + 1) return true;
  return fromRoman(b) > 0 && fromRoman(b) === fromRoman(a) + 1;
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function fromRoman(label: string): number {
  let sum = 0;
  let last = 0;
  for (const letter of [...label.toLowerCase()].reverse()) {
    const value = ROMAN[letter];
    if (value === undefined) return 0;
    sum += value < last ? -value : value;
    last = value;
  }
  return sum;
}

/** Whether a numbered line may open a list by itself. */
function opensList(marker: string): boolean {
  return marker === "-" || ["1", "a", "A", "i", "I"].includes(marker.replace(/[^0-9a-zA-Z]/g, ""));
}

export type ListPart = { item: ListLine; lines: string[] } | { item?: undefined; lines: string[] };

/**
 * Splits a block into list items (with the lines that continue them) and the lines before the first item.
 * A number inside a wrapped paragraph ("in
 * 1990. Then …") is an item only when it starts or continues a count. An item ends before a line that is not indented
 * and did not have to wrap: there the list is over.
 * `expected` is the marker of the last item of the block before.
 */
export function listParts(block: readonly string[], expected: string | undefined, width: number): ListPart[] {
  const parts: ListPart[] = [];
  const lastAtIndent = new Map<number, string>();
  block.forEach((line, index) => {
    const item = listLine(line);
    const before = item ? lastAtIndent.get(item.indent) : undefined;
    const counted = (label: string) =>
      (before !== undefined && follows(label, before)) ||
      (expected !== undefined && follows(label, expected)) ||
      (opensList(label) && (index === 0 || parts.length > 0 || followedByNext(block, index, label)));
    const dashInProse = item?.marker === "-" && /^\s*[–—]/.test(line) && block.length < 2;
    if (item && !dashInProse && (item.marker === "-" || counted(item.marker))) {
      parts.push({ item, lines: [item.text] });
      lastAtIndent.set(item.indent, item.marker);
    } else {
      const last = parts.at(-1);
      const previous = block[index - 1] ?? "";
      const goesOn = /^(?:\s{2,}|\t|\p{Ll})/u.test(line) || isFilled(previous, line, width * 0.95);
      if (last && (!last.item || goesOn)) last.lines.push(line);
      else parts.push({ lines: [line] });
    }
  });
  return parts;
}

function followedByNext(block: readonly string[], index: number, marker: string): boolean {
  return block.slice(index + 1, index + 12).some((line) => {
    const item = listLine(line);
    return item !== undefined && follows(item.marker, marker);
  });
}
