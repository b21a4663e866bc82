import type { Run } from "./mark-terms.ts";

/** Maximum number of characters of an excerpt: about four lines. */
const maxCharacters = 300;
/** Maximum number of lines, for texts with short lines. */
const maxLines = 6;

export type Excerpt = { runs: Run[]; isCut: boolean };

/**
 * The part of a passage that contains most of its highlighted text, in whole words, with an ellipsis where text was
 * left out. A short passage is its own excerpt.
 */
export function excerptOf(runs: readonly Run[], limit = maxCharacters): Excerpt {
  const whole = runs.map(({ text }) => text).join("");
  if (whole.length <= limit * 1.3) return { runs: [...runs], isCut: false };
  const places = placesOf(runs);
  const marks = places.filter(({ marked }) => marked);
  const best = marks.reduce(
    (found, { start }) => {
      const weight = marks.reduce(
        (sum, mark) => sum + (mark.start >= start && mark.end <= start + limit ? mark.end - mark.start : 0),
        0,
      );
      return weight > found.weight ? { start, weight } : found;
    },
    { start: 0, weight: 0 },
  );
  const start = beginning(whole, best.start, best.start === 0 ? 0 : limit / 4);
  const end = ending(whole, start, Math.min(whole.length, start + limit));
  const cut = places.flatMap(({ start: from, end: to, marked }) => {
    const text = whole.slice(Math.max(from, start), Math.min(to, end));
    return to > start && from < end && text !== "" ? [{ text, marked }] : [];
  });
  if (start > 0) cut.unshift({ text: "… ", marked: false });
  if (end < whole.length) cut.push({ text: " …", marked: false });
  return { runs: cut, isCut: true };
}

function placesOf(runs: readonly Run[]) {
  let at = 0;
  return runs.map(({ text, marked }) => {
    const start = at;
    at += text.length;
    return { start, end: at, marked };
  });
}

/**
 * Finds the nearest beginning of a line or sentence before a position, otherwise of a word, at most `back` characters
 * away.
 */
function beginning(text: string, place: number, back: number): number {
  const from = Math.max(0, Math.floor(place - back));
  if (from === 0) return 0;
  const before = text.slice(from, place);
  const sentence = /.*(?:\n|[.!?:]\s+)/su.exec(before)?.[0].length;
  const word = before.search(/\s\S/) + 1;
  return from + (sentence ?? word);
}

/**
 * Finds the last end of a sentence or line in the second part of an excerpt, otherwise of a word, within `maxLines`
 * lines.
 */
function ending(text: string, start: number, place: number): number {
  let last = place;
  for (let line = 0, at = start; line < maxLines; line += 1) {
    const next = text.indexOf("\n", at);
    if (next < 0 || next >= place) break;
    at = next + 1;
    if (line === maxLines - 1) last = next;
  }
  if (last >= text.length) return text.length;
  const before = text.slice(start, last + 1);
  const sentence = /^.*(?:[.!?](?=\s)|\n)/su.exec(before)?.[0].trimEnd().length ?? 0;
  if (sentence > before.length * 0.6) return start + sentence;
  const word = before.search(/\s+\S*$/);
  return word > 0 ? start + word : last;
}
