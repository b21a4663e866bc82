import type { Line } from "../page/line.ts";

/** The style of most of a document's text. Headings stand out against it. */
export type BodyStyle = { size: number; bold: boolean; monospaced: boolean };

type StyleCount = { add(lines: readonly Line[], cells: readonly Line[]): void; body(): BodyStyle };

/** Shorter lines count less: they are labels, headings and cells more often than text. */
const minTextLength = 20;
const labelWeight = 0.2;

/** Counts characters per style as pages come in. Cells of tables count where there is little other text. */
export function createStyleCount(): StyleCount {
  const bySize = new Map<number, { characters: number; bold: number; monospaced: number }>();
  const count = (line: Line, share: number) => {
    const size = Math.round(line.size * 2) / 2;
    let style = bySize.get(size);
    if (!style) {
      style = { characters: 0, bold: 0, monospaced: 0 };
      bySize.set(size, style);
    }
    const weight = line.text.length * share;
    style.characters += weight;
    if (line.bold) style.bold += weight;
    if (line.monospaced) style.monospaced += weight;
  };
  return {
    add(lines, cells) {
      for (const line of lines) count(line, line.text.length < minTextLength ? labelWeight : 1);
      for (const cell of cells) count(cell, labelWeight);
    },
    body() {
      let best: BodyStyle = { size: 10, bold: false, monospaced: false };
      let most = 0;
      for (const [size, count] of bySize) {
        if (count.characters <= most) continue;
        most = count.characters;
        best = {
          size,
          bold: count.bold > 0.6 * count.characters,
          monospaced: count.monospaced > 0.6 * count.characters,
        };
      }
      return best;
    },
  };
}
