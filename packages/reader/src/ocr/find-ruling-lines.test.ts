import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawnTable } from "../../testing/fixtures/drawn-table.ts";
import type { PdfItem } from "../../testing/fixtures/pdf.ts";
import { scan } from "../../testing/fixtures/picture.ts";
import { eraseRulingLines } from "./erase-ruling-lines.ts";
import { findRulingLines } from "./find-ruling-lines.ts";

async function pixelsOf(items: PdfItem[]) {
  const { data, info } = await sharp(await scan(items))
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const text: PdfItem[] = [
  "Il lull III ||| l|I mnmnmnm",
  "minimum hhhnnnmmm — TTTTT EEEEE",
  "=== --- _ ~ WWW",
].flatMap((words, row) => [
  { text: words, x: 72, y: 100 + 80 * row, size: 12 },
  { text: words, x: 72, y: 130 + 80 * row, size: 30, font: "bold" as const },
]);

describe("ruling lines", () => {
  it("are found in a table, each once", async () => {
    const lines = findRulingLines(await pixelsOf(drawnTable()));
    expect(lines.filter(({ direction }) => direction === "horizontal")).toHaveLength(5);
    expect(lines.filter(({ direction }) => direction === "vertical")).toHaveLength(4);
  });

  it("are not found in letters, dashes, thick bars and pictures", async () => {
    const others: PdfItem[] = [{ fill: [72, 400, 300, 8] }, { image: [72, 500, 200, 200] }];
    expect(findRulingLines(await pixelsOf([...text, ...others]))).toEqual([]);
  });

  it("go, and letters that cross them stay as they are", async () => {
    const words: PdfItem = { text: "gypsy query jumping", x: 80, y: 120, size: 24 };
    // It goes through the feet of the letters.
    const underlined = await pixelsOf([words, { line: [60, 123, 400, 123] }]);
    const plain = await pixelsOf([words]);
    const dark = (data: Uint8Array) => data.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0);
    const added = dark(underlined.data) - dark(plain.data);
    eraseRulingLines(underlined, findRulingLines(underlined));
    const left = dark(underlined.data) - dark(plain.data);
    const lost = plain.data.filter((value, at) => value < 100 && (underlined.data[at] ?? 0) > 200).length;
    expect(lost / dark(plain.data)).toBeLessThan(0.01);
    expect(left / added).toBeLessThan(0.6);
  });
});
