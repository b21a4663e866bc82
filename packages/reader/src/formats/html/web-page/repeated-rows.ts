import type { ParsedElement } from "../../../element.ts";

/** A shorter row may be equal by chance: a name and its price, a question and "Yes". */
const minRow = 3;
/** A row is compared with this many earlier places that begin alike. */
const maxStarts = 20;

/**
 * Leaves out rows of elements that the page has shown before. Shops and lists hold the same part once for wide and
 * once for narrow windows, and carousels repeat their first entries. The first of each stays.
 */
export function withoutRepeatedRows(elements: ParsedElement[]): ParsedElement[] {
  const keys = elements.map(({ type, text, metadata }) => `${type} ${metadata?.image_url ?? ""} ${text}`);
  const places = new Map<string, number[]>();
  const kept: ParsedElement[] = [];
  for (let index = 0; index < elements.length; ) {
    const repeated = repeatedRow(keys, index, places);
    if (repeated < minRow) kept.push(...elements.slice(index, index + 1));
    const end = index + (repeated < minRow ? 1 : repeated);
    for (; index < end; index += 1) {
      const key = keys[index] ?? "";
      const known = places.get(key) ?? [];
      if (known.length < maxStarts) places.set(key, known.concat(index));
    }
  }
  return kept;
}

/** How many elements from `index` on repeat an earlier row. */
function repeatedRow(keys: string[], index: number, places: Map<string, number[]>): number {
  let longest = 0;
  for (const start of places.get(keys[index] ?? "") ?? []) {
    let length = 0;
    while (
      start + length < index &&
      index + length < keys.length &&
      keys[start + length] === keys[index + length]
    )
      length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}
