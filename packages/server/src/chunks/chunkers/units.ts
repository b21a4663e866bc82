import { type Border, bordersInside, costBetween, costOfWord, costs, separatorBorders } from "./borders.ts";
import type { Measure } from "./measure.ts";
import type { Passage } from "./passages.ts";
import { characterStarts, isBetweenCharacters, wordStarts } from "./whole-characters.ts";

/** What is not cut: a sentence, a line, or a word of a sentence that is too long. Offsets as those of the passage. */
export type Unit = { start: number; end: number; passage: Passage; cost: number };

export type UnitOptions = {
  measure: Measure;
  /** A longer unit is cut, unless people see it as one character. In parts of the measure. */
  max: number;
  separator: string | undefined;
};

/** Units of a chunk, more or less: finer ones would cost time and say nothing. */
const unitsPerChunk = 128;
/** The same, of words that are longer than a chunk. */
const piecesPerChunk = 16;
/** Characters whose words are looked for at a time. */
const maxBlock = 8_192;

/** Cuts a passage into units that are in order and leave out only white space. */
export function unitsOf(passage: Passage, last: Passage | undefined, options: UnitOptions): Unit[] {
  const { text, start } = passage;
  const ruler = options.measure.of(text);
  const size = ({ start: from, end }: { start: number; end: number }) => ruler(from - start, end - start);
  const first = { at: start, cost: last ? costFirst(last, passage, options.separator) : 0 };
  return placed(passage, [first, ...inside(passage, options.separator)]).flatMap((unit) =>
    size(unit) <= options.max ? [unit] : finer(unit, options.max, size),
  );
}

/** A separator of its own makes all other places worse. */
const worse = 1;
const isOwn = (separator: string | undefined): separator is string =>
  separator !== undefined && separator !== "" && separator !== "\n\n";

function costFirst(last: Passage, passage: Passage, separator: string | undefined): number {
  const cost = costBetween(last, passage);
  if (!isOwn(separator)) return cost;
  const isSeparated =
    passage.separator.includes(separator) ||
    last.text.endsWith(separator.trim() || separator) ||
    passage.text.startsWith(separator.trim() || separator);
  return isSeparated ? costs.paragraph : cost + worse;
}

function inside(passage: Passage, separator: string | undefined): Border[] {
  const usual = bordersInside(passage);
  if (!isOwn(separator)) return usual;
  return [
    ...usual.map(({ at, cost }) => ({ at, cost: cost + worse })),
    ...separatorBorders(passage.text, separator).map(({ at, cost }) => ({ at: passage.start + at, cost })),
  ];
}

/** The units between borders, which may come in any order. Of several at one place the cheapest counts. */
function placed(passage: Passage, borders: Border[]): Unit[] {
  const { text, start: offset } = passage;
  const units: Unit[] = [];
  let cost = Number.POSITIVE_INFINITY;
  let from = 0;
  const add = (to: number) => {
    const end = from + text.slice(from, to).trimEnd().length;
    if (end === from) return;
    units.push({ start: offset + from, end: offset + end, passage, cost });
    cost = Number.POSITIVE_INFINITY;
  };
  for (const border of borders.sort((one, other) => one.at - other.at)) {
    const at = afterSpace(text, from, border.at - offset);
    if (at === from) cost = Math.min(cost, border.cost);
    else if (at < text.length && isBetweenCharacters(text, from, at)) {
      add(at);
      from = at;
      cost = Math.min(cost, border.cost);
    }
  }
  add(text.length);
  return units;
}

/** Past the white space at a place, unless that carries an accent. */
function afterSpace(text: string, from: number, place: number): number {
  let at = place;
  while (at < text.length && /\s/u.test(text.charAt(at))) at++;
  return at > place && !isBetweenCharacters(text, from, at) ? at - 1 : at;
}

/** Cuts a unit that is too long at words, and a word that is too long between characters. */
const finer = (unit: Unit, max: number, size: SizeOf): Unit[] =>
  blocksOf(unit).flatMap((block) => {
    const { passage } = block;
    const { text, start: offset } = passage;
    const [from, to] = [block.start - offset, block.end - offset];
    const words = wordStarts(text, from, to).map((at) => ({
      at: offset + at,
      cost: at === from ? block.cost : costOfWord(passage, text.slice(Math.max(from, at - 3), at)),
    }));
    const units = within(block, words).flatMap((word) =>
      size(word) <= max ? [word] : torn(word, max, size),
    );
    return joinTiny(units, max, size);
  });

function torn(word: Unit, max: number, size: SizeOf): Unit[] {
  const { passage, start, end } = word;
  const { text, start: offset } = passage;
  const characters = characterStarts(text, start - offset, end - offset).map((at, index) => ({
    at: offset + at,
    cost: index === 0 ? word.cost : costs.torn,
  }));
  return joinTiny(within(word, characters), max, size, piecesPerChunk);
}

/** Cuts text without any division, such as a file without punctuation, so that its words need not all be in memory. */
function blocksOf(unit: Unit): Unit[] {
  const { passage, end } = unit;
  const { text, start: offset } = passage;
  const blocks: Unit[] = [];
  let { start, cost } = unit;
  while (end - start > maxBlock) {
    const from = start - offset;
    const space = text.lastIndexOf(" ", from + maxBlock);
    let at = space > from ? space + 1 : from + maxBlock;
    while (!isBetweenCharacters(text, from, at)) at++;
    blocks.push({ passage, start, end: offset + from + text.slice(from, at).trimEnd().length, cost });
    start = offset + afterSpace(text, from, at);
    cost = space > from ? costs.word : costs.torn;
  }
  if (start < end) blocks.push({ passage, start, end, cost });
  return blocks;
}

/** Cuts a unit at borders inside it. */
function within(unit: Unit, borders: Border[]): Unit[] {
  const { passage, start, end } = unit;
  const { text, start: offset } = passage;
  const part = { ...passage, text: text.slice(start - offset, end - offset), start, end };
  return placed(part, borders).map((each) => ({ ...each, passage }));
}

type SizeOf = (span: { start: number; end: number }) => number;

/**
 * Joins units that are tiny beside a chunk with what follows, as far as they fit: each chunk has few places to cut
 * at.
 */
export function joinTiny(units: Unit[], max: number, size: SizeOf, perChunk = unitsPerChunk): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    const isTiny = last !== undefined && size(last) < max / perChunk;
    if (isTiny && size({ start: last.start, end: unit.end }) <= max) last.end = unit.end;
    else joined.push({ ...unit });
  }
  return joined;
}
