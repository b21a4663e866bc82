import { cellsOf, isStated } from "./cells.ts";
import type { Column } from "./columns.ts";

export type Footnote = { letter: string; fileId: string; text: string };

/** Makes one lettered note for each source with evidence, in the order of the rows. */
export function footnotesOf(
  columns: readonly Column[],
  rows: readonly { fileId: string; fileName: string; output?: unknown }[],
): Footnote[] {
  const notes: Footnote[] = [];
  for (const { fileId, fileName, output } of rows) {
    const missing = cellsOf(columns, output).filter(({ value }) => !isStated(value));
    const labels = [...new Set(missing.map(({ label }) => `“${label}”`))];
    if (labels.length === 0) continue;
    const [were, they] = labels.length === 1 ? ["was", "it was"] : ["were", "they were"];
    const text = `${fileName}: ${listed(labels)} ${were} not found in the document, so ${they} left empty and not guessed.`;
    notes.push({ letter: letterOf(notes.length), fileId, text });
  }
  return notes;
}

/** 0 → a, 25 → z, 26 → aa. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
