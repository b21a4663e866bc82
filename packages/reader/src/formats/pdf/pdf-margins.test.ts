import { expect, it } from "vitest";
import { makePdf, type PdfItem, type PdfPageContent } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(...pages: PdfPageContent[]) {
  const input = { bytes: makePdf(pages), fileName: "report.pdf", extension: "pdf" };
  const { elements } = await parser(input, { onProgress: () => {} });
  return elements;
}

const text = (value: string, x: number, y: number, size = 10): PdfItem => ({ text: value, x, y, size });

const prose = (name: string, y: number, count: number): PdfItem[] =>
  Array.from({ length: count }, (_, row) =>
    text(
      `${name}${row} the growth of this year was larger than that of any year before it and it`,
      72,
      y + row * 12,
    ),
  );

const row = (y: number, ...cells: string[]): PdfItem[] =>
  cells.map((cell, index) => text(cell, 72 + (index === 0 ? 0 : 120 + index * 80), y));

/** A table without lines whose headings stand a little above its numbers. */
const table = (page: number, top: number): PdfItem[] => [
  ...row(top, "Region", "2021", "2022", "2023"),
  ...["North", "South", "East", "West", "Islands"].flatMap((name, index) =>
    row(top + 24 + index * 14, name, `${page}${index}1.4`, `${page}${index}2.5`, `${page}${index}3.6`),
  ),
];

const margins = (elements: { type: string; text: string }[]) =>
  elements
    .filter(({ type }) => ["Header", "Footer", "PageNumber"].includes(type))
    .map((element) => element.text);

it.each([50, 72, 100])(
  "years that head the columns of a table %i points below the edge stay in it",
  async (top) => {
    const elements = await read({ items: [...table(1, top), ...prose("body", 300, 12)] });
    expect(margins(elements)).toEqual([]);
    expect(elements.find(({ type }) => type === "Table")?.text).toContain("2021");
  },
);

it("the headings of a table that goes on over pages stay in it", async () => {
  const pages = [1, 2, 3, 4, 5].map((page) => ({
    items: [...table(page, 72), ...prose(`page${page}`, 300, 12)],
  }));
  const elements = await read(...pages);
  expect(margins(elements)).toEqual([]);
  expect(
    elements.filter((element) => element.type === "Table" && element.text.includes("2021")),
  ).toHaveLength(5);
});

it("a lone year above the text is no page number", async () => {
  const elements = await read({ items: [text("2023", 72, 90), ...prose("body", 130, 12)] });
  expect(margins(elements)).toEqual([]);
});

it("a year above each page is no page number where it stays the same", async () => {
  const page = (name: string) => ({ items: [text("2023", 72, 40), ...prose(name, 130, 12)] });
  const elements = await read(page("one"), page("two"), page("three"));
  expect(elements.map(({ type }) => type)).not.toContain("PageNumber");
});

it("numbers of pages that look like years are page numbers where they count up", async () => {
  const page = (number: number) => ({
    items: [...prose(`page${number}`, 130, 12), text(String(number), 300, 760)],
  });
  const elements = await read(page(1998), page(1999), page(2000));
  expect(elements.filter(({ type }) => type === "PageNumber").map((element) => element.text)).toEqual([
    "1998",
    "1999",
    "2000",
  ]);
});

it("a running head and its page number close above a table stay apart from it", async () => {
  const page = (number: number) => ({
    items: [
      ...row(40, "Annual report", String(number)),
      ...table(number, 90),
      ...prose(`page${number}`, 300, 12),
    ],
  });
  const elements = await read(page(11), page(12), page(13));
  expect(margins(elements)).toEqual(["Annual report", "11", "Annual report", "12", "Annual report", "13"]);
});

it("the mark of a footnote above the page number is none", async () => {
  const page = (number: number): PdfPageContent => ({
    items: [
      ...prose(`p${number}`, 100, 20),
      ...(number === 1 ? [text("1", 72, 734, 8), text("Measured at the lock.", 110, 734, 8)] : []),
      text(`page ${number}`, 500, 745),
    ],
  });
  const elements = await read(page(1), page(2));
  expect(margins(elements)).toEqual(["page 1", "page 2"]);
});
