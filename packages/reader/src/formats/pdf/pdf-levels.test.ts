import { describe, expect, it } from "vitest";
import { makePdf, type PdfItem, type PdfPageContent } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function levelsOf(...pages: PdfItem[][]) {
  const content: PdfPageContent[] = pages.map((items) => ({ items }));
  const input = { bytes: makePdf(content), fileName: "booklet.pdf", extension: "pdf" };
  const { elements } = await parser(input, { onProgress: () => {} });
  return elements.filter(({ type }) => type === "Title").map(({ text, level }) => `${level} ${text}`);
}

const line = (text: string, y: number, size = 10): PdfItem => ({ text, x: 72, y, size });
const prose = (y: number, count: number): PdfItem[] =>
  Array.from({ length: count }, (_, row) =>
    line(`the growth of this year number ${row} was larger than that of any year before it`, y + row * 12),
  );

const chapter = (title: string): PdfItem[] => [
  line(title, 90, 20),
  ...prose(120, 4),
  line(`${title}, more`, 200, 14),
  ...prose(220, 4),
];

describe("levels of headings", () => {
  it("begin at 1 in each chapter behind a cover", async () => {
    const cover = [line("Bread for beginners", 200, 36), line("with forty pictures", 260, 24)];
    expect(await levelsOf(cover, chapter("Flour"), chapter("Yeast"))).toEqual([
      "1 Bread for beginners",
      "2 with forty pictures",
      "1 Flour",
      "2 Flour, more",
      "1 Yeast",
      "2 Yeast, more",
    ]);
  });

  it("begin at 2 below a title on a page with text", async () => {
    const first = [line("A study of bread", 60, 36), ...prose(90, 20), ...chapter("Flour").map(moved)];
    expect(await levelsOf(first, chapter("Yeast"), chapter("Salt"))).toEqual([
      "1 A study of bread",
      "2 Flour",
      "3 Flour, more",
      "2 Yeast",
      "3 Yeast, more",
      "2 Salt",
      "3 Salt, more",
    ]);
  });

  it("go on below an appendix, whose sections may look like its title", async () => {
    const items = [line("Annex 2 Tables of the study", 72, 16), line("Flour by region", 110, 16)];
    expect(await levelsOf([...items, ...prose(140, 8)])).toEqual([
      "1 Annex 2 Tables of the study",
      "2 Flour by region",
    ]);
  });
});

const moved = (item: PdfItem): PdfItem => ("text" in item ? { ...item, y: item.y + 300 } : item);
