export type HighlightedPiece = { text: string; key: boolean; bad: boolean };
type Range = { start: number; end: number };

const names = /"(?:[^"\\\n]|\\.)*"(?=\s*:)/g;

/** Splits a schema's text into lines of highlighted pieces: names, values, and mistakes. */
export function highlightSchema(text: string, problems: readonly Range[]): HighlightedPiece[][] {
  const keys = [...text.matchAll(names)].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
  }));
  const cuts = [
    ...new Set([0, text.length, ...[...keys, ...problems].flatMap(({ start, end }) => [start, end])]),
  ]
    .filter((cut) => cut <= text.length)
    .sort((a, b) => a - b);
  const within = (ranges: readonly Range[], place: number) =>
    ranges.some(({ start, end }) => start <= place && place < end);
  const lines: HighlightedPiece[][] = [[]];
  for (const [index, cut] of cuts.entries()) {
    const piece = text.slice(cut, cuts[index + 1]);
    const marks = { key: within(keys, cut), bad: within(problems, cut) };
    for (const [part, line] of piece.split("\n").entries()) {
      if (part > 0) lines.push([]);
      if (line !== "") lines.at(-1)?.push({ text: line, ...marks });
    }
    if (cut === text.length) break;
  }
  return lines;
}
