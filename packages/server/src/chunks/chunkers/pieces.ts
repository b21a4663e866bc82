import type { Element } from "../../elements/element.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";

/** An element, or a part of one that is too long for a chunk. */
export type Piece = { element: Element; text: string };

/** Lengths in UTF-16 units: the target when an element must be cut, and the maximum. */
export type PieceLengths = { target: number; max: number };

/** Cuts an element's text into pieces of at most `max`, at borders that fit its type. */
export function piecesOf(element: Element, { target, max }: PieceLengths): Piece[] {
  const text = element.text.trim();
  if (text.length <= max) return text === "" ? [] : [{ element, text }];
  return split(element, text, { target, max }).map((piece) => ({ element, text: piece }));
}

function split(element: Element, text: string, lengths: PieceLengths): string[] {
  if (element.type === "Table") return splitTable(text, lengths);
  if (element.type === "CodeSnippet") return pack(text, lineSpans(text), lengths.max, lengths.max);
  // Cut into parts of equal length, because a short remainder says little on its own.
  const parts = Math.ceil(text.length / lengths.target);
  return pack(text, splitSentences(text), Math.ceil(text.length / parts), lengths.max);
}

/** Cuts by rows. Each part repeats the first row, unless that row fills half of a part. */
function splitTable(text: string, { max }: PieceLengths): string[] {
  const headerEnd = text.indexOf("\n");
  if (headerEnd < 0 || headerEnd > max / 2) return pack(text, lineSpans(text), max, max);
  const header = text.slice(0, headerEnd);
  const rows = text.slice(headerEnd + 1);
  const room = max - header.length - 1;
  return pack(rows, lineSpans(rows), room, room).map((part) => `${header}\n${part}`);
}

/** Joins neighbouring spans while that brings them nearer to `target`. Cuts spans longer than `max`. */
function pack(text: string, spans: Span[], target: number, max: number): string[] {
  const parts: Span[] = [];
  let current: Span | undefined;
  for (const span of spans.flatMap((long) => cutAtWords(text, long, max))) {
    const overshoot = current ? span.end - current.start - target : 0;
    const fits =
      current && span.end - current.start <= max && overshoot <= target - (current.end - current.start);
    if (current && fits) current.end = span.end;
    else {
      current = { ...span };
      parts.push(current);
    }
  }
  return parts.map(({ start, end }) => text.slice(start, end));
}

/**
 * The fallback by characters: pieces of at most `max`, cut at white space if there is any, and never inside a
 * character.
 */
function cutAtWords(text: string, { start, end }: Span, max: number): Span[] {
  const pieces: Span[] = [];
  let from = start;
  while (end - from > max) {
    const space = text.slice(from + 1, from + max + 1).search(/\s\S*$/u);
    const cut = space >= 0 ? from + 1 + space : wholeCharacter(text, from, from + max);
    pieces.push({ start: from, end: cut });
    from = cut;
    while (from < end && /\s/u.test(text[from] ?? "")) from++;
  }
  if (from < end) pieces.push({ start: from, end });
  return pieces;
}

/** Returns `at`, or one less when `at` would cut a surrogate pair. Returns one more when nothing would be left. */
function wholeCharacter(text: string, from: number, at: number): number {
  const cutsPair = /[\udc00-\udfff]/.test(text[at] ?? "") && /[\ud800-\udbff]/.test(text[at - 1] ?? "");
  if (!cutsPair) return at;
  return at - 1 > from ? at - 1 : at + 1;
}

function lineSpans(text: string): Span[] {
  return [...text.matchAll(/[^\n]*\S[^\n]*/g)].map((line) => ({
    start: line.index,
    end: line.index + line[0].trimEnd().length,
  }));
}
